import ImageModel
import TestSupport
import Testing

@testable import Imaging

struct PNGHeaderTests {
  private typealias B = PictureBuilder
  private static let data = B.pngChunk("IDAT", [1, 2, 3])
  private static let palette = B.pngChunk("PLTE", [1, 2, 3])

  @Test("Colour types and depths are those that PNG has, and no others")
  func colors() throws {
    let types: [UInt8: (PictureHeader.Colors, alpha: Bool, depths: [UInt8])] = [
      0: (.grey, false, [1, 2, 4, 8, 16]), 2: (.rgb, false, [8, 16]), 3: (.palette, false, [1, 2, 4, 8]),
      4: (.grey, true, [8, 16]), 6: (.rgb, true, [8, 16]),
    ]
    for type in UInt8(0)...8 {
      for depth in UInt8(0)...17 {
        let file = B.png([B.ihdr(depth: depth, type: type), Self.palette, Self.data])
        guard let expected = types[type], expected.depths.contains(depth) else {
          #expect(pictureRefusal(file)?.code == .badHeader, "\(type) \(depth)")
          continue
        }
        #expect(
          try pictureHeader(file).get()
            == PictureHeader(
              format: .png, storedSize: PixelSize(width: 640, height: 480), colors: expected.0,
              bits: Int(depth), hasAlpha: expected.alpha), "\(type) \(depth)")
      }
    }
  }

  @Test func allThatChunksSay() throws {
    let file = B.png([
      B.ihdr(3, 70000, type: 3, interlace: 1), B.pngChunk("iCCP", Array("name\0\0".utf8) + [9, 8]),
      B.pngChunk("acTL", [0, 0, 0, 12, 0, 0, 0, 0]), Self.palette, B.pngChunk("tRNS", [0]),
      B.pngChunk("eXIf", Array("MM\0*".utf8)), Self.data, Self.data, B.xmpChunk("<x/>"),
    ])
    let header = try pictureHeader(file).get()
    #expect(header.storedSize == PixelSize(width: 3, height: 70000))
    #expect(header.hasAlpha && header.isInterlaced && header.isAnimated)
    #expect(header.images == 12)
    #expect(PictureHeader.bytes(header.exif, of: file) == Array("MM\0*".utf8))
    #expect(PictureHeader.bytes(header.xmp, of: file) == Array("<x/>".utf8))
    #expect(PictureHeader.bytes(header.icc?.range, of: file) == [9, 8])
    #expect(header.icc?.isDeflated == true)
    #expect(header.orientation == nil)
  }

  /// The frames of an animation of 6x3 in RGB, in whose file all frames are parts behind a picture.
  private static func frames(
    _ frames: [TestPNG.Frame], plays: Int = 0, isShown: Bool = true, announced: Int? = nil
  ) throws -> SourceFrames? {
    let canvas = TestPNG(6, 3, type: 2, depth: 8) { _, _, _ in 1 }
    return try pictureHeader(
      canvas.animation(frames, plays: plays, isShown: isShown, announced: announced)
    ).get().frames
  }

  private static func frame(_ width: Int, _ height: Int, disposal: Int = 0) -> TestPNG.Frame {
    var frame = TestPNG.Frame(TestPNG(width, height, type: 2, depth: 8) { _, _, _ in 1 })
    frame.disposal = disposal
    return frame
  }

  @Test("Frames are counted with their times and plays, and no more than are announced")
  func frames() throws {
    var (first, second) = (Self.frame(6, 3), Self.frame(2, 2))
    (first.delay, second.delay) = ((1, 30), (7, 0))
    let found = try Self.frames([first, first, first, second], plays: 4)
    #expect(found?.count == 4 && found?.duration == 170 && found?.plays == 4 && found?.isCounted == true)
    #expect(try Self.frames([first, second], plays: 70_000)?.plays == 65535)
    #expect(try Self.frames([first, second, second], announced: 2)?.count == 2)
    #expect(try Self.frames([first, second], announced: 5)?.count == 2)
    #expect(try Self.frames([first])?.count == 1)
  }

  @Test("Frames may be transparent if their source is, if one is cleared, or if the first one leaves a gap")
  func transparentFrames() throws {
    let (whole, part) = (Self.frame(6, 3), Self.frame(2, 2))
    #expect(try Self.frames([whole, part])?.hasAlpha == false)
    #expect(try Self.frames([whole, Self.frame(2, 2, disposal: 1)])?.hasAlpha == true)
    #expect(try Self.frames([Self.frame(6, 3, disposal: 2), part])?.hasAlpha == true)
    #expect(try Self.frames([part, whole], isShown: false)?.hasAlpha == true)
    let taken = try Self.frames([whole, Self.frame(2, 2, disposal: 2), part])
    #expect(taken?.hasAlpha == false)
    // Two canvases of four bytes a pixel.
    #expect((taken?.wholeBytes ?? 0) - (try Self.frames([whole, part])?.wholeBytes ?? 0) == 72)
  }

  @Test("Frames behind the 4,096th chunk make the count uncertain, and many chunks of data don't")
  func manyFrames() throws {
    let still = TestPNG(6, 3, type: 2, depth: 8) { _, _, _ in 1 }
    let many = [TestPNG.Frame](repeating: Self.frame(1, 1), count: 4200)
    #expect(try Self.frames([TestPNG.Frame(still)] + many)?.isCounted == false)
    var parts = still
    parts.chunkBytes = 1
    let data = TestPNG(6, 60, type: 2, depth: 8) { _, _, _ in 1 }
    let file = parts.animation(
      [TestPNG.Frame(still)] + [TestPNG.Frame](repeating: TestPNG.Frame(data), count: 4))
    let found = try pictureHeader(file).get().frames
    #expect(found?.isCounted == true && found?.count == 5)
  }

  @Test("So much data that its chunks' heads take 16 MiB makes the count uncertain")
  func manyHeads() throws {
    let still = TestPNG(6, 3, type: 2, depth: 8) { _, _, _ in 1 }
    let file = still.animation([TestPNG.Frame(still), Self.frame(6, 3)])
    // The reader takes 64 bytes at a time behind the picture. A chunk of 72 bytes makes each read hold one head only.
    let data = TestPNG.chunk("IDAT", [UInt8](repeating: 0, count: 60))
    let place = 8 + 25 + 20 + 38
    let long = file[..<place] + repeatElement(data, count: 264_000).joined() + file[place...]
    let found = try pictureHeader(Array(long)).get().frames
    #expect(found?.isCounted == false && found?.count == 1)
  }

  @Test("The name before an EXIF block is left out, and behind the picture EXIF counts too")
  func exif() throws {
    let file = B.png([B.ihdr(), Self.data, B.pngChunk("eXIf", Array("Exif\0\0II*\0".utf8))])
    #expect(PictureHeader.bytes(try pictureHeader(file).get().exif, of: file) == Array("II*\0".utf8))
  }

  @Test("What comes too late or is of another kind says nothing, but that a profile can't be used")
  func notTaken() throws {
    let file = B.png([
      B.ihdr(), B.pngChunk("iCCP", Array("\0\0\0".utf8)), B.pngChunk("iCCP", Array("a\0\u{1}x".utf8)),
      B.pngChunk("iTXt", Array("XML:com.adobe.xmp\0\u{1}\0\0\0zip".utf8)),
      B.pngChunk("iTXt", Array("Comment\0\0\0\0\0text".utf8)), B.pngChunk("acTL", [0, 0, 0, 0, 0, 0, 0, 0]),
      Self.data, B.pngChunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]), B.pngChunk("tRNS", [0, 0]),
      B.pngChunk("iCCP", Array("a\0\0x".utf8)),
    ])
    var plain = try pictureHeader(B.png([B.ihdr(), Self.data])).get()
    plain.hasPackedXMP = true
    plain.hasUnusableProfile = true
    #expect(try pictureHeader(file).get() == plain)
  }

  @Test("Profiles of gAMA and cHRM whose numbers are anything are as long as their header says")
  func anyColors() throws {
    var random = SplitMix64(seed: 11)
    var profiles = 0
    for _ in 0..<1000 {
      let most: UInt32 = [200, 70_000, 100_000, .max][Int.random(in: 0..<4, using: &random)]
      let numbers = (0..<9).map { _ in Int(UInt32.random(in: 0...most, using: &random)) }
      let file = B.png([
        B.ihdr(), B.pngChunk("gAMA", PictureBuilder.big(numbers[8], 4)),
        B.pngChunk("cHRM", numbers.prefix(8).flatMap { PictureBuilder.big($0, 4) }), Self.data,
      ])
      guard let profile = try pictureHeader(file).get().codedProfile else { continue }
      profiles += 1
      #expect(Array(profile.prefix(4)) == PictureBuilder.big(profile.count, 4))
    }
    #expect(profiles > 100)
  }

  @Test("A tRNS that libpng passes over is no alpha (11.3.1.1)")
  func transparency() throws {
    let palette = B.pngChunk("PLTE", [1, 2, 3, 4, 5, 6])
    let cases: [(type: UInt8, chunks: [[UInt8]], hasAlpha: Bool)] = [
      (0, [B.pngChunk("tRNS", [0, 1])], true), (0, [B.pngChunk("tRNS", [1])], false),
      (2, [B.pngChunk("tRNS", [0, 1, 0, 2, 0, 3])], true), (2, [B.pngChunk("tRNS", [0, 1])], false),
      (3, [palette, B.pngChunk("tRNS", [7])], true), (3, [palette, B.pngChunk("tRNS", [7, 8])], true),
      (3, [palette, B.pngChunk("tRNS", [7, 8, 9])], false), (3, [palette, B.pngChunk("tRNS", [])], false),
      (3, [B.pngChunk("tRNS", [7]), palette], false),
    ]
    for (type, chunks, hasAlpha) in cases {
      let header = try pictureHeader(B.png([B.ihdr(type: type)] + chunks + [Self.data])).get()
      #expect(header.hasAlpha == hasAlpha, "\(type) \(chunks)")
    }
  }

  @Test("EXIF behind ten thousand parts of a picture is found, and little is read on the way")
  func manyParts() throws {
    let parts = [[UInt8]](repeating: B.pngChunk("IDAT", [UInt8](repeating: 5, count: 900)), count: 10_000)
    let file = B.png([B.ihdr()] + parts + [B.pngChunk("eXIf", Array("II*\0".utf8))])
    #expect(PictureHeader.bytes(try pictureHeader(file).get().exif, of: file) == Array("II*\0".utf8))
  }

  @Test("A picture that begins behind 16 MiB of other chunks is refused")
  func lateStart() {
    let other = B.pngChunk("teSt", [UInt8](repeating: 0, count: 1 << 20))
    #expect(
      pictureRefusal(B.png([B.ihdr()] + [[UInt8]](repeating: other, count: 16) + [Self.data]))
        == Finding(.badHeader, "no picture begins in its first 16 MiB"))
  }

  @Test("Each refusal has its code and its words")
  func refusals() {
    let long = Array("\u{7F}ÿ".unicodeScalars.map { UInt8($0.value) })
    let cases: [([UInt8], Finding.Code, String)] = [
      (B.png([B.ihdr(0), Self.data]), .zeroSize, "its size is 0x480"),
      (B.png([B.ihdr(640, 0), Self.data]), .zeroSize, "its size is 640x0"),
      (
        B.png([B.ihdr(0xFFFF_FFFF, 1), Self.data]), .badHeader,
        "it says a size of 4294967295x1, which no picture has"
      ),
      (B.png([B.ihdr(type: 3), Self.data]), .badHeader, "its picture begins without a palette"),
      (B.png([B.ihdr()]), .badHeader, "it ends before its picture begins"),
      (B.png([Self.data]), .badHeader, "its first chunk is no IHDR of 13 bytes"),
      (B.png([B.ihdr(interlace: 2)]), .badHeader, "it says compression 0, filter 0 and interlace 2"),
      (
        B.png([B.ihdr(), [0x80, 0, 0, 0] + Array("tEXt".utf8)]), .badHeader,
        "a chunk is longer than it may be"
      ),
      (
        B.png([B.ihdr(), [long[0], long[1], 255, 255] + Array("tEXt".utf8)]), .badHeader,
        "it ends within its header"
      ),
      (
        B.png([B.ihdr()] + [[UInt8]](repeating: B.pngChunk("tEXt"), count: 4096) + [Self.data]), .badHeader,
        "more than 4096 chunks stand before its picture"
      ),
    ]
    for (bytes, code, message) in cases { #expect(pictureRefusal(bytes) == Finding(code, message)) }
  }

  @Test("4,095 chunks may stand before the picture, and any number behind it")
  func manyChunks() {
    let filling = [[UInt8]](repeating: B.pngChunk("tEXt"), count: 4095)
    #expect(pictureRefusal(B.png([B.ihdr()] + filling + [Self.data] + filling)) == nil)
  }
}
