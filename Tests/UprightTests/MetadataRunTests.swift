import Foundation
import ImageModel
import TestSupport
import Testing

/// What of a source's metadata is in the outputs.
struct MetadataRunTests {
  private static let packet = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
    <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" \
    xmlns:exif="http://ns.adobe.com/exif/1.0/" tiff:Orientation="6" exif:GPSLatitude="48,51.5N" \
    tiff:Make="Maker"/></rdf:RDF></x:xmpmeta>
    """

  private static func segments(_ metadata: String, orientation: String = "bake") throws -> [[UInt8]] {
    let studio = try Studio(
      "orientation: \(orientation)\nmetadata: \(metadata)\noutputs: [{path: x.jpg, resize: \"12,\"}]")
    var picture = Picture()
    picture.segments = [.located(orientation: 6), .xmp(packet), .profile, .comment("a word")]
    try studio.add(picture, "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.rows().map(\.warnings) == [[]])
    return markers(try studio.folder.read("x.jpg"))
  }

  /// Marker and payload of each application segment and comment but JFIF's (ITU-T T.81, B.2.4).
  private static func markers(_ file: [UInt8]) -> [[UInt8]] {
    var segments: [[UInt8]] = []
    var at = 2
    while at + 4 <= file.count, file[at] == 0xFF, file[at + 1] != 0xDA {
      let end = at + 2 + Int(file[at + 2]) << 8 + Int(file[at + 3])
      if 0xE1...0xEF ~= file[at + 1] || file[at + 1] == 0xFE {
        segments.append([file[at + 1]] + file[(at + 4)..<end])
      }
      at = end
    }
    return segments
  }

  private static func kinds(_ segments: [[UInt8]]) -> [String] {
    segments.map { "\(String($0[0], radix: 16)) " + String(decoding: $0[1..<5], as: UTF8.self) }
  }

  @Test("By default the profile alone is kept, as it was")
  func profileAlone() throws {
    let kept = try Self.segments("{gps: drop}")
    #expect(kept == [[0xE2] + Picture.profilePayload])
  }

  @Test("All of it, without the place")
  func withoutPlace() throws {
    let kept = try Self.segments("{keep: [exif, xmp, icc, comment]}")
    #expect(Self.kinds(kept) == ["e1 Exif", "e1 http", "e2 ICC_", "fe a wo"])
    let exif = try #require(kept.first)
    // The orientation field is IFD0's first: tag, type, count, and then its value.
    #expect(exif.ranges(of: [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 1]).count == 1)
    #expect(exif.ranges(of: [0xDE, 0xCA, 0xDE]).isEmpty)
    let xmp = String(decoding: kept[1], as: UTF8.self)
    #expect(xmp.contains(#"tiff:Orientation="1""#))
    #expect(xmp.contains(#"tiff:Make="Maker""#))
    #expect(!xmp.contains("48,51.5N"))
    #expect(kept[3] == [0xFE] + Array("a word".utf8))
  }

  @Test("With the place")
  func withPlace() throws {
    let kept = try Self.segments("{keep: [exif, xmp], gps: keep}")
    #expect(Self.kinds(kept) == ["e1 Exif", "e1 http"])
    #expect(kept[0].ranges(of: [0xDE, 0xCA, 0xDE]).count == 1)
    #expect(String(decoding: kept[1], as: UTF8.self).contains(#"exif:GPSLatitude="48,51.5N""#))
  }

  @Test("orientation: keep writes the tag though no metadata is kept")
  func keptTag() throws {
    let kept = try Self.segments("{keep: []}", orientation: "keep")
    #expect(Self.kinds(kept) == ["e1 Exif"])
    #expect(try #require(kept.first).ranges(of: [0x12, 0, 3, 0, 0, 0, 1, 0, 6]).count == 1)
  }

  @Test("Nothing, where nothing is asked for")
  func nothing() throws {
    #expect(try Self.segments("{keep: []}") == [])
    #expect(try Self.segments("{keep: []}", orientation: "ignore") == [])
  }

  @Test("The manifest says by name what is changed and dropped, and so does a run with nothing to do")
  func notes() throws {
    let studio = try Studio(
      """
      outputs:
      - {path: a.jpg, resize: "12,"}
      - {path: b.jpg, resize: "12,", metadata: {keep: [exif, xmp], drop: [Make]}}
      - {path: c.png, metadata: {keep: []}}
      """)
    var picture = Picture()
    picture.segments = [.located(orientation: 6), .xmp(Self.packet), .profile, .comment("a word")]
    try studio.add(picture, "photos/a.jpg")
    let expected = [
      ["metadata_dropped: exif, xmp, comment"],
      ["metadata_changed: Orientation, tiff:Orientation", "metadata_dropped: gps, icc, comment"],
      ["metadata_dropped: exif, xmp, icc, comment"],
    ]
    for _ in 0..<2 {
      #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
      #expect(try studio.rows().map { $0.notes.map { "\($0.code): \($0.message)" } } == expected)
    }
    #expect(try studio.upright("verify", "--render", "3", "job.manifest.jsonl").ending == .exit(0))
  }
}
