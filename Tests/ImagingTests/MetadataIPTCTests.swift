import ImageModel
import TestSupport
import Testing

@testable import Imaging

struct MetadataIPTCTests {
  private static let name = Array("Photoshop 3.0\0".utf8)

  /// A resource with a name of three letters, which its length byte makes even.
  private static func resource(_ number: [UInt8], _ data: [UInt8]) -> [UInt8] {
    Array("8BIM".utf8) + number + [3] + Array("abc".utf8) + [0, 0, 0, UInt8(data.count)] + data
      + (data.count.isMultiple(of: 2) ? [] : [0])
  }

  private static func record(_ record: UInt8, _ set: UInt8, _ text: String) -> [UInt8] {
    [0x1C, record, set, 0, UInt8(text.utf8.count)] + Array(text.utf8)
  }

  private static let utf8 = record(1, 90, "\u{1B}%G")
  private static let records =
    utf8 + record(2, 0, "\u{0}\u{4}") + record(2, 80, "Ann") + record(2, 90, "Lyon")
    + record(2, 116, "2024 Ann")

  /// What is written: one resource without a name.
  private static func written(_ records: [UInt8]) -> [UInt8] {
    name + Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(records.count)] + records
      + (records.count.isMultiple(of: 2) ? [] : [0])
  }

  private static func kept(
    _ payloads: [[UInt8]], keep: [MetadataName], drop: [MetadataName] = [], gpsStays: Bool = false
  ) throws -> KeptMetadata {
    let source = ByteSource(JPEGBuilder.file(with: payloads.map { JPEGBuilder.segment(0xED, name + $0) }))
    return try KeptMetadata.read(
      JPEGHeader.read(from: source), from: source,
      MetadataRequest(
        policy: MetadataPolicy(keep: keep, drop: drop, gpsStays: gpsStays), orientation: .upright,
        size: PixelSize(width: 300, height: 200)))
  }

  @Test("Its records go along, and of Photoshop's resources no other")
  func whole() throws {
    let resources =
      Self.resource([4, 9], [7, 7, 7]) + Self.resource([4, 4], Self.records) + Self.resource([4, 12], [8])
    let kept = try Self.kept([resources], keep: [.iptc], gpsStays: true)
    #expect(kept.segments == [KeptMetadata.Segment(marker: 0xED, payload: Self.written(Self.records))])
    #expect(kept.warnings == [] && kept.notes == [])
    // The resources of several segments are one sequence.
    let parts = [Array(resources.prefix(40)), Array(resources.dropFirst(40))]
    #expect(try Self.kept(parts, keep: [.iptc], gpsStays: true).segments == kept.segments)
    let rest =
      Self.utf8 + Self.record(2, 0, "\u{0}\u{4}") + Self.record(2, 80, "Ann")
      + Self.record(2, 116, "2024 Ann")
    let placeless = try Self.kept([resources], keep: [.iptc])
    #expect(placeless.segments.map(\.payload) == [Self.written(rest)])
    #expect(placeless.notes == [Finding(.metadataDropped, "gps")])
  }

  @Test("The records of who made it and whose it is, with the character set")
  func copyright() throws {
    let resources = Self.resource([4, 4], Self.records)
    let kept = try Self.kept([resources], keep: [.copyright])
    let rest = Self.utf8 + Self.record(2, 80, "Ann") + Self.record(2, 116, "2024 Ann")
    #expect(kept.segments.map(\.payload) == [Self.written(rest)])
    #expect(kept.notes == [Finding(.metadataDropped, "iptc")])
    let others = Self.utf8 + Self.record(2, 0, "\u{0}\u{4}") + Self.record(2, 90, "Lyon")
    #expect(
      try Self.kept([resources], keep: [.iptc], drop: [.copyright], gpsStays: true).segments.map(\.payload)
        == [
          Self.written(others)
        ])
    let none = Self.resource([4, 4], Self.utf8 + Self.record(2, 90, "Lyon"))
    #expect(try Self.kept([none], keep: [.copyright]).segments == [])
    let untouched = try Self.kept([resources], keep: [.icc])
    #expect(untouched.segments == [] && untouched.notes == [Finding(.metadataDropped, "iptc")])
  }

  @Test("What can't be followed is said")
  func broken() throws {
    let whole = Self.resource([4, 4], Self.records)
    let cases: [([UInt8], [MetadataName], String)] = [
      (Array(whole.dropLast(4)), [.iptc], "Photoshop's resources can't be followed"),
      (Array("8BIX".utf8) + whole, [.iptc], "Photoshop's resources can't be followed"),
      (Self.resource([4, 4], Self.records + [0x1C, 2]), [.copyright], "its records can't be followed"),
      (
        Self.resource([4, 4], [0x1C, 2, 80, 0x80, 4, 0, 0, 0, 1, 65]), [.copyright],
        "its records can't be followed"
      ),
    ]
    for (resources, keep, reason) in cases {
      let kept = try Self.kept([resources], keep: keep)
      #expect(kept.segments == [])
      #expect(kept.warnings == [Finding(.iptcDropped, "IPTC can't be kept: \(reason)")])
    }
    #expect(try Self.kept([Self.resource([4, 12], [8])], keep: [.iptc]).warnings == [])
    let many = [[UInt8]](repeating: [], count: 17)
    #expect(
      try Self.kept(many, keep: [.iptc]).warnings == [
        Finding(.iptcDropped, "IPTC can't be kept: its resources are in more than 16 segments")
      ])
  }
}
