import ImageModel
import TestSupport
import Testing

@testable import Imaging

struct MetadataKeptTests {
  private typealias Segment = KeptMetadata.Segment
  private static let all = MetadataPolicy(keep: [.icc, .exif, .xmp, .iptc, .comment])

  private static func read(
    _ segments: [[UInt8]], _ policy: MetadataPolicy = all, _ orientation: WrittenOrientation = .upright
  ) throws -> KeptMetadata {
    let source = ByteSource(JPEGBuilder.file(with: segments))
    return try KeptMetadata.read(
      JPEGHeader.read(from: source), from: source,
      MetadataRequest(
        policy: policy, orientation: orientation, size: PixelSize(width: 300, height: 200)))
  }

  private static func icc(_ sequence: UInt8, of count: UInt8, _ data: [UInt8]) -> [UInt8] {
    Array("ICC_PROFILE\0".utf8) + [sequence, count] + data
  }

  private static let xmp = Array("http://ns.adobe.com/xap/1.0/\0<a/>".utf8)

  private static func exif(_ value: UInt8) -> [UInt8] {
    Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0]
  }

  @Test("All kinds come in one order, the profile's parts in theirs")
  func order() throws {
    let kept = try Self.read([
      JPEGBuilder.segment(0xFE, [2]), JPEGBuilder.segment(0xE2, Self.icc(2, of: 2, [8])),
      JPEGBuilder.segment(0xE1, Self.xmp), JPEGBuilder.segment(0xFE, [1]),
      JPEGBuilder.segment(0xE2, Self.icc(1, of: 2, [7])), JPEGBuilder.segment(0xE1, Self.exif(6)),
    ])
    #expect(kept.warnings == [])
    #expect(
      kept.segments == [
        Segment(marker: 0xE1, payload: Self.exif(1)), Segment(marker: 0xE1, payload: Self.xmp),
        Segment(marker: 0xE2, payload: Self.icc(1, of: 2, [7])),
        Segment(marker: 0xE2, payload: Self.icc(2, of: 2, [8])), Segment(marker: 0xFE, payload: [2]),
        Segment(marker: 0xFE, payload: [1]),
      ])
  }

  @Test("Only what the policy names is kept, and the tag is written whatever it names")
  func policy() throws {
    let segments = [
      JPEGBuilder.segment(0xE1, Self.exif(6)), JPEGBuilder.segment(0xE1, Self.xmp),
      JPEGBuilder.segment(0xE2, Self.icc(1, of: 1, [7])), JPEGBuilder.segment(0xFE, [1]),
    ]
    let profile = Segment(marker: 0xE2, payload: Self.icc(1, of: 1, [7]))
    #expect(try Self.read(segments, MetadataPolicy()).segments == [profile])
    #expect(
      try Self.read(segments, MetadataPolicy(), .tag(.leftBottom)).segments
        == [Segment(marker: 0xE1, payload: Self.exif(8)), profile])
    #expect(try Self.read(segments, MetadataPolicy(keep: []), .none).segments == [])
    #expect(
      try Self.read([], Self.all, .tag(.rightTop)).segments == [Segment(marker: 0xE1, payload: Self.exif(6))])
  }

  @Test("What is lost is said")
  func dropped() throws {
    let xmp = JPEGBuilder.segment(0xE1, Self.xmp)
    let extended = JPEGBuilder.segment(0xE1, Array("http://ns.adobe.com/xmp/extension/\0abc".utf8))
    let comment = JPEGBuilder.segment(0xFE, [1])
    func icc(_ sequence: UInt8, of count: UInt8, _ data: [UInt8] = [7]) -> [UInt8] {
      JPEGBuilder.segment(0xE2, Self.icc(sequence, of: count, data))
    }
    let large = (1...65).map { icc($0, of: 65, [UInt8](repeating: 0, count: 65500)) }
    let cases: [([[UInt8]], Finding.Code, String)] = [
      (
        [JPEGBuilder.segment(0xE1, Array("Exif\0\0??".utf8))], .exifDropped,
        "EXIF can't be kept: it has no TIFF header"
      ),
      (
        [JPEGBuilder.segment(0xE1, Self.xmp + [0x3C])], .xmpDropped, "XMP can't be kept: a tag can't be read"
      ),
      (
        [icc(1, of: 2)], .iccDropped, "the ICC profile can't be kept: its parts don't agree how many they are"
      ),
      (
        [icc(1, of: 2), icc(1, of: 2)], .iccDropped, "the ICC profile can't be kept: a part of it is missing"
      ),
      ([icc(0, of: 1)], .iccDropped, "the ICC profile can't be kept: a part of it is missing"),
      ([icc(1, of: 1, [])], .iccDropped, "the ICC profile can't be kept: a part of it is empty"),
      (large, .iccDropped, "the ICC profile can't be kept: it is larger than 4 MiB"),
      (
        Array(repeating: comment, count: 65), .commentDropped,
        "the comments can't be kept: they are more than 64 or 1 MiB"
      ),
      (
        Array(repeating: JPEGBuilder.segment(0xFE, [UInt8](repeating: 0, count: 65533)), count: 17),
        .commentDropped, "the comments can't be kept: they are more than 64 or 1 MiB"
      ),
    ]
    for (segments, code, message) in cases {
      let kept = try Self.read(segments)
      #expect(kept.warnings == [Finding(code, message)])
      #expect(kept.segments == [])
    }
    #expect(try Self.read(Array(repeating: comment, count: 64)).segments.count == 64)
    let first = try Self.read([xmp, extended])
    #expect(
      first.warnings == [
        Finding(
          .xmpDropped, "XMP can't be kept whole: what stands in other segments (extended XMP) is left out")
      ])
    #expect(first.segments == [Segment(marker: 0xE1, payload: Self.xmp)])
  }

  @Test("Of several blocks the first is kept")
  func several() throws {
    let kept = try Self.read([
      JPEGBuilder.segment(0xE1, Self.exif(6)), JPEGBuilder.segment(0xE1, Self.exif(3)),
    ])
    #expect(kept.segments == [Segment(marker: 0xE1, payload: Self.exif(1))])
    #expect(
      kept.warnings == [Finding(.exifDropped, "2 EXIF blocks stand in the file; only the first can be kept")])
  }
}
