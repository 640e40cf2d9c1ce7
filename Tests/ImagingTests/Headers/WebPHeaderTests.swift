import ImageModel
import TestSupport
import Testing

@testable import Imaging

struct WebPHeaderTests {
  private typealias B = PictureBuilder
  private static let size = PixelSize(width: 17, height: 9)

  private static func plain(alpha: Bool, lossless: Bool = false) -> PictureHeader {
    PictureHeader(
      format: .webp, storedSize: size, colors: .rgb, bits: 8, hasAlpha: alpha, isLossless: lossless)
  }

  @Test func simpleFiles() throws {
    #expect(try pictureHeader(B.webp([B.vp8(17, 9)])).get() == Self.plain(alpha: false))
    #expect(
      try pictureHeader(B.webp([B.vp8l(17, 9, alpha: false)])).get()
        == Self.plain(alpha: false, lossless: true))
    #expect(
      try pictureHeader(B.webp([B.vp8l(17, 9, alpha: true)])).get() == Self.plain(alpha: true, lossless: true)
    )
    let largest = try pictureHeader(B.webp([B.vp8l(16384, 16384, alpha: false)])).get()
    #expect(largest.storedSize == PixelSize(width: 16384, height: 16384))
  }

  @Test("The two bits above a lossy size, which scale it, don't count")
  func scale() throws {
    let header = try pictureHeader(B.webp([B.vp8(0x8000 | 17, 0x4000 | 9)])).get()
    #expect(header.storedSize == Self.size)
  }

  @Test func extendedFile() throws {
    let file = B.webp([
      B.vp8x(17, 9, flags: 0x2C), B.riffChunk("ICCP", [1, 2, 3]), B.vp8(17, 9),
      B.riffChunk("EXIF", Array("Exif\0\0MM\0*".utf8)), B.riffChunk("XMP ", Array("<x/>".utf8)),
      B.riffChunk("EXIF", Array("II*\0".utf8)),
    ])
    let header = try pictureHeader(file).get()
    #expect(PictureHeader.bytes(header.exif, of: file) == Array("MM\0*".utf8))
    #expect(PictureHeader.bytes(header.xmp, of: file) == Array("<x/>".utf8))
    #expect(PictureHeader.bytes(header.icc?.range, of: file) == [1, 2, 3])
    #expect(header.icc?.isDeflated == false)
    #expect(!header.hasAlpha && !header.isAnimated)
  }

  @Test("Alpha is what a decoder gives: the flag or ALPH of a lossy picture, a lossless one's own bit")
  func alpha() throws {
    func alpha(_ flags: UInt8, _ chunks: [UInt8]...) throws -> Bool {
      try pictureHeader(B.webp([B.vp8x(17, 9, flags: flags)] + chunks)).get().hasAlpha
    }
    #expect(try alpha(0x10, B.vp8(17, 9)))
    #expect(try alpha(0, B.riffChunk("ALPH", [0]), B.vp8(17, 9)))
    #expect(try !alpha(0, B.vp8(17, 9), B.riffChunk("ALPH", [0])))
    #expect(try !alpha(0x10, B.vp8l(17, 9, alpha: false)))
    #expect(try alpha(0, B.vp8l(17, 9, alpha: true)))
  }

  @Test func animation() throws {
    let frame = B.riffChunk("ANMF", [UInt8](repeating: 0, count: 17))
    let file = B.webp([
      B.vp8x(0x10000, 300, flags: 0x12), B.riffChunk("ANIM", [0, 0, 0, 0, 0, 0]), frame, frame,
    ])
    #expect(
      try pictureHeader(file).get()
        == PictureHeader(
          format: .webp, storedSize: PixelSize(width: 0x10000, height: 300), colors: .rgb, bits: 8,
          hasAlpha: true, isLossless: true, images: 2, isAnimated: true,
          frames: SourceFrames(
            count: 2, duration: 0, plays: 0, hasAlpha: true,
            // The canvas and a frame of 4 bytes a pixel, the frame's chunk, and libwebp's own 4 bytes a pixel.
            wholeBytes: 8 * 0x10000 * 300 + 17 + 4 * (0x10000 * 300 + 20 * 0x10000))))
  }

  @Test("Each refusal has its code and its words")
  func refusals() {
    let none = "it ends before its picture begins"
    let cases: [([UInt8], Finding.Code, String)] = [
      (B.webp([B.vp8(0, 9)]), .zeroSize, "its size is 0x9"),
      (B.webp([B.riffChunk("EXIF", [])]), .badHeader, "its first chunk is no picture and no VP8X"),
      (B.webp([]), .badHeader, none), (B.webp([B.vp8x(1, 1, flags: 0)]), .badHeader, none),
      (B.webp([B.vp8x(1, 1, flags: 2), B.vp8(1, 1)]), .badHeader, none),
      (
        B.webp([B.vp8x(16, 9, flags: 0), B.vp8(17, 9)]), .badHeader,
        "its picture is 17x9, where it says 16x9 before"
      ),
      (
        B.webp([B.vp8x(1 << 24, 1 << 24, flags: 0)]), .badHeader,
        "it says a canvas of 16777216x16777216, more than WebP can have"
      ),
      (
        B.webp([B.riffChunk("VP8 ", [UInt8](repeating: 1, count: 10))]), .badHeader,
        "its VP8 picture begins with no key frame"
      ),
      (
        B.webp([B.riffChunk("VP8L", [0x2F, 0, 0, 0, 0x20])]), .badHeader,
        "its VP8L picture has a signature or version that WebP doesn't have"
      ),
      (
        B.webp([B.vp8x(1, 1, flags: 0)] + [[UInt8]](repeating: B.riffChunk("ICCP", []), count: 4096)),
        .badHeader, "more than 4096 chunks stand before its picture"
      ),
    ]
    for (bytes, code, message) in cases { #expect(pictureRefusal(bytes) == Finding(code, message)) }
  }
}
