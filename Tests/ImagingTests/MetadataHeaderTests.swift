import Foundation
import ImageModel
import TestSupport
import Testing

@testable import Imaging

struct MetadataHeaderTests {
  private static func read(_ bytes: [UInt8]) throws(ImageError) -> JPEGHeader {
    try JPEGHeader.read(from: ByteSource(bytes))
  }

  private static func refusal(_ bytes: [UInt8]) -> Finding? {
    do throws(ImageError) { return try read(bytes).refusal } catch { return error.finding }
  }

  @Test func wholeHeader() throws {
    let exif = Array("Exif\0\0II".utf8)
    let icc = Array("ICC_PROFILE\0".utf8) + [1, 1, 9]
    let bytes = JPEGBuilder.file([
      JPEGBuilder.jfif, JPEGBuilder.segment(0xE1, exif), JPEGBuilder.segment(0xE2, icc),
      JPEGBuilder.segment(0xE1, Array("something else".utf8)), JPEGBuilder.segment(0xFE, [65, 66]),
      JPEGBuilder.frame(), JPEGBuilder.scan(),
    ])
    #expect(
      try Self.read(bytes)
        == JPEGHeader(
          storedSize: PixelSize(width: 640, height: 480), precision: 8, process: .baseline,
          isArithmetic: false,
          components: [
            .init(id: 1, horizontal: 2, vertical: 2), .init(id: 2, horizontal: 1, vertical: 1),
            .init(id: 3, horizontal: 1, vertical: 1),
          ], isMultiScan: false, scanOffset: 108, hasJFIF: true, adobeTransform: nil,
          segments: [
            MetadataSegment(kind: .exif, offset: 24, length: 8),
            MetadataSegment(kind: .icc, offset: 36, length: 15),
            MetadataSegment(kind: .comment, offset: 73, length: 2),
          ]))
  }

  @Test(
    "Each frame marker has its process and its refusal",
    arguments: [
      (0xC0, .baseline, nil), (0xC1, .extended, nil), (0xC2, .progressive, nil), (0xC3, .lossless, .lossless),
      (0xC5, .hierarchical, .hierarchical), (0xC6, .hierarchical, .hierarchical),
      (0xC7, .hierarchical, .hierarchical), (0xC9, .extended, .arithmeticCoded),
      (0xCA, .progressive, .arithmeticCoded), (0xCB, .lossless, .lossless),
      (0xCD, .hierarchical, .hierarchical), (0xCF, .hierarchical, .hierarchical),
    ] as [(UInt8, JPEGHeader.Process, Finding.Code?)])
  func process(_ marker: UInt8, _ process: JPEGHeader.Process, _ refusal: Finding.Code?) throws {
    let header = try Self.read(JPEGBuilder.file([JPEGBuilder.frame(marker), JPEGBuilder.scan()]))
    #expect(header.process == process)
    #expect(header.refusal?.code == refusal)
    #expect(header.isMultiScan == (process == .progressive))
  }

  @Test("JFIF wins over Adobe, and Adobe over the identifiers")
  func colors() throws {
    let rgb = Array("RGB".utf8)
    let three: [UInt8] = [1, 2, 3]
    let four: [UInt8] = [1, 2, 3, 4]
    let cases: [([[UInt8]], [UInt8], JPEGHeader.ColorKind)] = [
      ([], [1], .grey), ([], three, .ycbcr), ([], rgb, .rgb), ([], [7, 8, 9], .ycbcr),
      ([JPEGBuilder.adobe(0)], three, .rgb), ([JPEGBuilder.adobe(1)], rgb, .ycbcr),
      ([JPEGBuilder.adobe(2)], three, .ycbcr), ([JPEGBuilder.jfif], rgb, .ycbcr),
      ([JPEGBuilder.jfif, JPEGBuilder.adobe(0)], three, .ycbcr), ([], four, .cmyk),
      ([JPEGBuilder.adobe(0)], four, .cmyk), ([JPEGBuilder.adobe(2)], four, .ycck),
      ([JPEGBuilder.jfif, JPEGBuilder.adobe(9)], four, .ycck), ([], [1, 2], .unknown),
      ([Array(JPEGBuilder.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0]))], rgb, .rgb),
      ([JPEGBuilder.segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0])], rgb, .rgb),
    ]
    for (segments, ids, expected) in cases {
      let frame = JPEGBuilder.frame(components: ids.map { ($0, 0x11) })
      let header = try Self.read(JPEGBuilder.file(segments + [frame, JPEGBuilder.scan(ids)]))
      #expect(header.colorKind == expected, "\(segments) \(ids)")
    }
  }

  @Test("Several scans are told from one")
  func multiScan() throws {
    #expect(try Self.read(JPEGBuilder.file([JPEGBuilder.frame(), JPEGBuilder.scan([1])])).isMultiScan)
    #expect(try !Self.read(JPEGBuilder.file([JPEGBuilder.frame(), JPEGBuilder.scan()])).isMultiScan)
  }

  @Test("What stands between markers is passed over")
  func between() throws {
    let noise: [UInt8] = [0x00, 0x12, 0xFF, 0x00, 0xD9, 0xFF, 0xFF, 0xFF, 0xD3, 0xFF, 0x01, 0x77]
    let dnl = JPEGBuilder.segment(0xDC, [0, 9])
    let short: [UInt8] = [0xFF, 0xE5, 0, 0]
    let plain = [JPEGBuilder.jfif, JPEGBuilder.frame(), JPEGBuilder.scan()]
    let noisy = [noise, JPEGBuilder.jfif, short, dnl, noise, JPEGBuilder.frame(), noise, JPEGBuilder.scan()]
    var found = try Self.read(JPEGBuilder.file(noisy))
    found.scanOffset -= 3 * noise.count + short.count + dnl.count
    #expect(try found == Self.read(JPEGBuilder.file(plain)))
  }

  @Test("Each refusal has its code and its words")
  func refusals() {
    typealias J = JPEGBuilder
    let cases: [([UInt8], Finding.Code, String)] = [
      ([], .emptyFile, "the file is empty"),
      ([0xFF], .unsupportedFormat, "this is not an image format that is read"),
      (Array("GIF89a".utf8), .unsupportedFormat, "this is GIF, not an image format that is read"),
      (Array("RIFF1234WEBPVP8 ".utf8), .unsupportedFormat, "this is WebP, not an image format that is read"),
      (
        [0, 0, 0, 24] + Array("ftypheic".utf8), .unsupportedFormat,
        "this is HEIF, not an image format that is read"
      ),
      ([0xFF, 0x0A, 0], .unsupportedFormat, "this is JPEG XL, not an image format that is read"),
      (J.file([]), .badHeader, "it ends before its picture begins"),
      (J.file([J.frame()]), .badHeader, "it ends before its picture begins"),
      (J.file([J.scan()]), .badHeader, "its picture begins without a frame header"),
      (J.file([J.frame(), J.frame()]), .badHeader, "it has two frame headers"),
      (J.file([[0xFF, 0xD8]]), .badHeader, "a second start of image stands before its picture"),
      (J.file([[0xFF, 0x02]]), .badHeader, "it has the unknown marker 0x02"),
      (J.file([[0xFF, 0xF0]]), .badHeader, "it has the unknown marker 0xF0"),
      (J.file([J.segment(0xDE, [8])]), .hierarchical, "hierarchical JPEG is not supported"),
      (J.file([J.frame(width: 0)]), .zeroSize, "its size is 0x480"),
      (J.file([J.frame(height: 0)]), .zeroSize, "its size is 640x0"),
      (J.file([J.frame(components: [])]), .componentCount, "JPEG with 0 components is not supported"),
      (J.file([J.segment(0xC0, [8, 0, 1, 0, 1, 3])]), .badHeader, "its frame header has a wrong length"),
      (J.file([J.frame(), J.segment(0xDA, [1, 1])]), .badHeader, "its scan header has a wrong length"),
      (
        J.file([J.frame(), J.scan([1, 2, 9])]), .badHeader,
        "its scan header names a component 9 that it can't have"
      ),
      (
        J.file([J.frame(), J.scan([3, 1, 2])]), .badHeader,
        "its scan header names a component 1 that it can't have"
      ),
      (
        J.file([J.frame(), J.scan([2, 2])]), .badHeader,
        "its scan header names a component 2 that it can't have"
      ),
      (
        J.file([J.frame(components: [(1, 0x51)]), J.scan([1])]), .badHeader,
        "its sampling factors 5x1 are not in 1...4"
      ),
      (J.file([J.segment(0xDB, [4])]), .badHeader, "its quantization table is broken"),
      (J.file([J.segment(0xDB, [0, 1, 2])]), .badHeader, "its quantization table is broken"),
      (
        J.file([J.segment(0xC4, [4] + [UInt8](repeating: 0, count: 16))]), .badHeader,
        "its Huffman table is broken"
      ),
      (
        J.file([J.segment(0xC4, [0] + [UInt8](repeating: 1, count: 16))]), .badHeader,
        "its Huffman table is broken"
      ),
      (J.file([J.segment(0xCC, [0, 0x12])]), .badHeader, "its arithmetic coding table is broken"),
      (J.file([J.segment(0xDD, [0])]), .badHeader, "its restart interval table is broken"),
      (
        J.file([J.frame(precision: 12), J.scan()]), .twelveBit, "JPEG with 12 bits a sample is not supported"
      ),
      (
        J.file([J.frame(precision: 9), J.scan()]), .badHeader,
        "it says 9 bits a sample, where 8 or 12 are possible"
      ),
      (
        J.file([J.frame(width: 65501), J.scan()]), .maxPixels,
        "65501x480 has a side above 65500 pixels, the most that can be read"
      ),
      (
        J.file([J.frame(components: [(1, 17), (2, 17)]), J.scan([1, 2])]), .twoComponents,
        "JPEG with two components is not supported"
      ),
      (
        J.file([J.frame(components: (1...5).map { ($0, 17) }), J.scan([1])]), .componentCount,
        "JPEG with 5 components is not supported"
      ),
    ]
    for (bytes, code, message) in cases {
      #expect(Self.refusal(bytes) == Finding(code, message))
    }
  }
}
