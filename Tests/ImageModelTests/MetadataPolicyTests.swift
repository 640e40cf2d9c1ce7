import ImageModel
import Testing

struct MetadataPolicyTests {
  private static func names(_ list: [String]) throws -> [MetadataName] {
    try list.map { try #require(MetadataName(name: $0), "\($0)") }
  }

  private static func policy(_ keep: [String], _ drop: [String] = [], gps: Bool = false) throws
    -> MetadataPolicy
  {
    MetadataPolicy(keep: try names(keep), drop: try names(drop), gpsStays: gps)
  }

  private static let artist = MetadataTag.exif(ExifTag(0x013B))
  private static let latitude = MetadataTag.exif(ExifTag(2, .gps))
  private static let creator = MetadataTag.xmp(
    XMPName(namespace: "http://purl.org/dc/elements/1.1/", local: "creator"))

  @Test("The narrowest name decides")
  func narrowest() throws {
    let cases: [([String], [String], Bool, [Bool])] = [
      // Artist, the latitude, maker notes, another tag of EXIF, dc:creator, another property.
      ([], [], false, [false, false, false, false, false, false]),
      (["exif"], [], false, [true, false, true, true, false, false]),
      (["exif"], [], true, [true, true, true, true, false, false]),
      ([], [], true, [false, false, false, false, false, false]),
      (["gps"], [], false, [false, true, false, false, false, false]),
      (["exif"], ["gps"], false, [true, false, true, true, false, false]),
      (["exif", "xmp"], ["copyright"], false, [false, false, true, true, false, true]),
      (["copyright"], [], false, [true, false, false, false, true, false]),
      (["copyright"], ["Artist"], false, [false, false, false, false, true, false]),
      (["exif"], ["maker_notes", "Artist"], false, [false, false, false, true, false, false]),
      (["maker_notes"], [], false, [false, false, true, false, false, false]),
      (["GPSLatitude", "dc:creator"], [], false, [false, true, false, false, true, false]),
      (["exif", "dc:creator"], ["GPSLatitude"], true, [true, false, true, true, true, false]),
      (["xmp"], ["dc:creator"], false, [false, false, false, false, false, true]),
    ]
    for (keep, drop, gps, expected) in cases {
      let policy = try Self.policy(keep, drop, gps: gps)
      let kept = [
        policy.keeps(Self.artist, of: .copyright, in: .exif),
        policy.keeps(Self.latitude, of: .gps, in: .exif),
        policy.keeps(.exif(ExifTag(0x927C)), of: .makerNotes, in: .exif),
        policy.keeps(.exif(ExifTag(0x010F)), of: nil, in: .exif),
        policy.keeps(Self.creator, of: .copyright, in: .xmp),
        policy.keeps(.xmp(XMPName(namespace: "urn:x", local: "y")), of: nil, in: .xmp),
      ]
      #expect(kept == expected, "\(keep) \(drop) \(gps)")
    }
  }

  @Test("A block is looked into where something of it may be kept")
  func blocks() throws {
    let cases: [([String], [Bool])] = [
      (["icc", "comment", "resolution"], [false, false, false]), (["exif"], [true, false, false]),
      (["gps"], [true, true, true]), (["copyright"], [true, true, true]),
      (["maker_notes"], [true, false, false]), (["dc:creator"], [false, true, false]),
      (["Make"], [true, false, false]), (["iptc"], [false, false, true]),
    ]
    for (keep, expected) in cases {
      let policy = try Self.policy(keep)
      let blocks: [MetadataPolicy.Group] = [.exif, .xmp, .iptc]
      #expect(blocks.map(policy.keepsAny) == expected, "\(keep)")
    }
  }

  @Test("Tags have the numbers of EXIF 2.32")
  func numbers() throws {
    let tags: [(String, Int, ExifTag.Space)] = [
      ("ImageDescription", 0x010E, .picture), ("Copyright", 0x8298, .picture),
      ("DateTimeOriginal", 0x9003, .picture), ("UserComment", 0x9286, .picture),
      ("LensSerialNumber", 0xA435, .picture), ("Gamma", 0xA500, .picture), ("GPSVersionID", 0, .gps),
      ("GPSDestLongitude", 0x16, .gps), ("GPSHPositioningError", 0x1F, .gps),
      ("InteroperabilityIndex", 1, .interoperability),
    ]
    for (name, number, space) in tags {
      #expect(ExifTag(name: name) == ExifTag(number, space))
      #expect(ExifTag(number, space).name == name)
    }
    #expect(Set(ExifTag.names).count == ExifTag.names.count)
    #expect(ExifTag(0xEA1C).name == "0xEA1C")
  }

  @Test("Properties are named by their namespace's usual prefix")
  func properties() {
    let rights = XMPName(namespace: "http://ns.adobe.com/xap/1.0/rights/", local: "UsageTerms")
    #expect(XMPName(name: "xmpRights:UsageTerms") == rights)
    #expect(rights.name == "xmpRights:UsageTerms")
    #expect(XMPName(namespace: "urn:x", local: "y").name == "{urn:x}y")
    for name in ["dc:", "urn:x", "dc", "a:b:c", ":creator", "dc:creator:x"] {
      #expect(XMPName(name: name) == nil, "\(name)")
    }
  }
}
