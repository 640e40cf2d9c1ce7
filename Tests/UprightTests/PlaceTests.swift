import Foundation
import TestSupport
import Testing

/// Whether places stay in outputs that are to have none, by what exiftool knows as places.
struct PlaceTests {
  /// Arguments of exiftool that write each XMP tag of its group "Location".
  private static let arguments = Result {
    var arguments: [String] = []
    var table = (group: "", kind: "")
    let list = try CommandRun.run("/usr/bin/exiftool", ["-listx", "-XMP:all"], in: "/").stdout
    for line in list.split(separator: "\n") {
      func value(_ name: String) -> String? {
        line.firstRange(of: " \(name)='").map { String(line[$0.upperBound...].prefix { $0 != "'" }) }
      }
      if line.contains("<table") { table = (value("g1") ?? "", value("g2") ?? "") }
      guard line.contains("<tag "), value("g2") ?? table.kind == "Location", value("type") != "struct",
        value("writable") == "true", let name = value("name")
      else { continue }
      arguments.append("-\(table.group):\(name)=1")
    }
    return arguments
  }

  /// Properties that exiftool has no names for or calls no places, each with the value `here`.
  private static let others: KeyValuePairs = [
    "http://rs.tdwg.org/dwc/terms/": [
      "verbatimCoordinates", "footprintWKT", "decimalLatitude", "maximumElevationInMeters", "locality",
      "waterBody",
      "verbatimSRS", "locationRemarks", "higherGeography", "minimumDepthInMeters",
    ],
    "http://www.dji.com/drone-dji/1.0/": [
      "LRFTargetLat", "LRFTargetLon", "LRFTargetAbsAlt", "GimbalYawDegree",
    ],
    "http://www.w3.org/2003/01/geo/wgs84_pos#": ["lat", "long", "alt"],
    "http://www.georss.org/georss": ["point"],
    "http://purl.org/dc/elements/1.1/": ["coverage"],
    "http://purl.org/dc/terms/": ["spatial"],
    "http://ns.acdsee.com/iptc/1.0/": ["city", "country", "provincestate", "sublocation"],
    "http://prismstandard.org/namespaces/basic/2.0/": ["location"],
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/": ["shotLocation"],
    "http://ns.google.com/photos/dd/1.0/earthpose/": ["Latitude", "PositionX"],
    "http://pix4d.com/camera/1.0/": ["GPSXYAccuracy"],
  ]

  private static let packet: String = {
    var properties = ""
    for (place, (namespace, names)) in others.enumerated() {
      properties += names.map { "<p\(place):\($0) xmlns:p\(place)=\"\(namespace)\">here</p\(place):\($0)>" }
        .joined()
    }
    return """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="">\(properties)</rdf:Description></rdf:RDF></x:xmpmeta>
      """
  }()
  private static let places =
    "exiftool -q -a -G1 -s -XMP:Location:all -IPTC:City -IPTC:Sub-location -IPTC:Province-State "
    + "-IPTC:Country-PrimaryLocationCode -IPTC:Country-PrimaryLocationName -IPTC:ContentLocationName "
    + "-IPTC:ContentLocationCode"
  /// Tags that are no places though their names look so, as exiftool has them.
  private static let stays = [
    "XMP-exif:SubjectLocation", "XMP-exifEX:ISOSpeedLatitudeyyy", "XMP-exifEX:CameraElevationAngle",
    "XMP-iptcCore:CreatorCity", "XMP-dwc:TaxonScientificName", "XMP-crs:RetouchAreaSourceState",
  ]

  /// A studio with two photos: `a` with all that exiftool writes, `b` with the other properties.
  private static func studio(_ metadata: String) throws -> Studio {
    let studio = try Studio("metadata: \(metadata)\noutputs: [{path: \"out/{stem}.jpg\"}]")
    try studio.add(Picture(), "photos/a.jpg")
    var other = Picture()
    other.segments = [.xmp(packet)]
    try studio.add(other, "photos/b.jpg")
    let iptc = [
      "City", "Sub-location", "Province-State", "Country-PrimaryLocationName", "ContentLocationName",
    ]
    let tags =
      try arguments.get() + iptc.map { "-IPTC:\($0)=here" }
      + ["-IPTC:Country-PrimaryLocationCode=NOR", "-IPTC:ContentLocationCode=NOR", "-IPTC:Headline=stays"]
      + stays.map { "-\($0)=1" }
    try studio.folder.write(tags.joined(separator: "\n") + "\n", to: "tags.txt")
    #expect(
      try studio.shell("exiftool -q -n -m -overwrite_original -@ tags.txt photos/a.jpg").ending == .exit(0))
    let written = try studio.shell("\(places) photos/a.jpg").stdout.split(separator: "\n").count
    #expect(written > 150, "exiftool wrote \(written) places")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    return studio
  }

  @Test(
    "No place stays that exiftool knows, nor one of many others",
    arguments: ["xmp, iptc", "xmp, iptc, exif, copyright"])
  func dropped(_ kept: String) throws {
    let studio = try Self.studio("{keep: [\(kept)], gps: drop}")
    #expect(try studio.shell("\(Self.places) out/a.jpg").stdout == "")
    let names = Self.stays.map { "-" + $0 }.joined(separator: " ")
    let stayed = try studio.shell("exiftool -q -s -s -s \(names) -IPTC:Headline out/a.jpg").stdout
    #expect(stayed.split(separator: "\n").count == Self.stays.count + 1, "\(stayed)")
    #expect(!(try studio.text("out/b.jpg").contains("here")))
    for row in try studio.rows() {
      #expect(row.notes.contains { $0.code == "metadata_dropped" && $0.message.contains("gps") })
    }
  }

  @Test("gps: keep leaves them, and so does naming one")
  func kept() throws {
    let studio = try Self.studio("{keep: [xmp, iptc], gps: keep}")
    let count = try studio.shell("\(Self.places) photos/a.jpg").stdout.split(separator: "\n").count
    #expect(try studio.shell("\(Self.places) out/a.jpg").stdout.split(separator: "\n").count == count)
    let named = try Self.studio("{keep: [\"photoshop:City\"]}")
    #expect(
      try named.shell("\(Self.places) out/a.jpg").stdout
        == "[XMP-photoshop] City                            : 1\n")
  }

  @Test("keep: [gps] takes places and nothing else")
  func alone() throws {
    let studio = try Self.studio("{keep: [gps]}")
    let iptc = try studio.shell("exiftool -q -a -s -s -s -IPTC:City -IPTC:Headline out/a.jpg").stdout
    #expect(iptc == "here\n")
    #expect(
      try studio.shell("exiftool -q -s -s -s -XMP-photoshop:City -XMP-exif:SubjectLocation out/a.jpg").stdout
        == "1\n")
  }
}
