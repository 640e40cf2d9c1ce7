import Foundation
import TestSupport
import Testing

@testable import Imaging

/// What outputs say of a gain map that they don't hold, as exiftool reads them.
struct DroppedGainMapTests {
  private static let formats = ["jpg", "png", "webp", "tif", "avif"]

  /// XMP as Android's cameras write it: hdrgm, and GContainer with the map.
  private static let android = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
    <rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" \
    xmlns:Container="http://ns.google.com/photos/1.0/container/" \
    xmlns:Item="http://ns.google.com/photos/1.0/container/item/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" \
    hdrgm:Version="1.0" tiff:Make="Maker"><Container:Directory><rdf:Seq>\
    <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Primary" Item:Mime="image/jpeg"/></rdf:li>\
    <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="GainMap" Item:Mime="image/jpeg" \
    Item:Length="99"/></rdf:li></rdf:Seq></Container:Directory></rdf:Description></rdf:RDF></x:xmpmeta>
    """
  /// XMP of the map in Apple's JPEGs.
  private static let apple = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
    <rdf:Description rdf:about="" xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/" \
    xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/">\
    <tiff:Make>Maker</tiff:Make>\
    <apdi:AuxiliaryImageType>urn:com:apple:photo:2020:aux:hdrgainmap</apdi:AuxiliaryImageType>\
    <HDRGainMap:HDRGainMapVersion>65536</HDRGainMap:HDRGainMapVersion></rdf:Description></rdf:RDF></x:xmpmeta>
    """
  private static let iso = KeptMetadata.Segment(
    marker: 0xE2, payload: Array("urn:iso:std:iso:ts:21496:-1\0".utf8) + [0, 0, 0, 0])

  /// An index of two pictures, of which the other begins at `offset` behind the index's own start.
  private static func index(to offset: Int) -> KeptMetadata.Segment {
    let number = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: offset >> $0) }
    return KeptMetadata.Segment(
      marker: 0xE2,
      payload: Array("MPF\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0xB0, 2, 0, 7, 0, 0, 0, 32, 0, 0, 0, 26]
        + [0, 0, 0, 0] + [UInt8](repeating: 0, count: 24) + number + [0, 0, 0, 0])
  }

  /// A JPEG with `segments` that leads to another JPEG behind it, whose XMP is `packet`.
  private static func pair(_ segments: [KeptMetadata.Segment], _ packet: String) throws -> [UInt8] {
    var (picture, map) = (Picture(), Picture(width: 16, height: 16))
    map.segments = [.xmp(packet)]
    picture.segments = segments + [index(to: 0)]
    let bytes = try picture.jpeg()
    let start = try #require(bytes.firstRange(of: Array("MPF\0".utf8))).upperBound
    picture.segments = segments + [index(to: bytes.count - start)]
    return try picture.jpeg() + (try map.jpeg())
  }

  /// The rows of a run over `file` that makes an output of each format, and all that exiftool reads in these.
  private static func run(_ file: [UInt8], _ keys: String) throws -> (rows: [Row], tags: String) {
    let studio = try Studio(
      keys + "\noutputs:\n" + formats.map { "- {path: x.\($0)}\n" }.joined()
        + "- {path: y.jpg, encode: {lossless: require}}\n")
    try studio.folder.write(file, to: "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    let files = (formats.map { "x.\($0)" } + ["y.jpg"]).joined(separator: " ")
    for file in files.split(separator: " ") {
      let bytes = try studio.folder.read(String(file))
      for claim in [
        "hdr-gain-map", "HDRGainMap", "hdrgainmap", "GainMap", "photos/1.0/container", "21496", "MPF\0",
      ] {
        #expect(bytes.ranges(of: Array(claim.utf8)).isEmpty, "\(file) holds \(claim)")
      }
    }
    return (try studio.rows(), try studio.shell("exiftool -a -G1 -s \(files)").stdout)
  }

  private static let metadata = ["{}", "{keep: [icc, exif, xmp, iptc, comment]}", "{keep: []}"]

  @Test("No output claims a map, and each says that it is lost", arguments: metadata)
  func dropped(_ metadata: String) throws {
    let files = [
      (try Self.pair([.xmp(Self.android)], Self.android), hasMake: true),
      (try Self.pair([Self.iso], ""), false),
      (try Self.pair([], Self.apple), false), (try Self.pair([.xmp(Self.apple)], ""), true),
    ]
    for (file, hasMake) in files {
      let (rows, tags) = try Self.run(file, "metadata: \(metadata)")
      #expect(rows.allSatisfy { $0.warnings.map(\.code) == ["gain_map_dropped"] })
      #expect(rows.allSatisfy { $0.notes.contains { $0.message.split(separator: ", ").contains("mpf") } })
      #expect(!tags.contains("[MPF") && !tags.contains("XMP-hdrgm") && !tags.contains("XMP-Container"))
      #expect(!tags.contains("XMP-HDRGainMap") && !tags.contains("AuxiliaryImageType"))
      #expect(tags.contains("[XMP-tiff]      Make") == (hasMake && metadata.contains("xmp")))
    }
  }

  @Test("Pictures without a map have no such warning, though the word or other pictures are in them")
  func others() throws {
    let caption = Self.android.replacing("hdrgm:Version=\"1.0\"", with: "tiff:Software=\"GainMap\"")
      .replacing("Semantic=\"GainMap\"", with: "Semantic=\"MotionPhoto\"").replacing(
        "hdr-gain-map", with: "none")
    let studio = try Studio("metadata: {keep: [xmp]}\noutputs: [{path: x.jpg}]")
    try studio.folder.write(try Self.pair([.xmp(caption)], ""), to: "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let row = try #require(try studio.rows().first)
    #expect(row.warnings == [])
    #expect(
      row.notes.map(\.message) == ["{http://ns.google.com/photos/1.0/container/}Directory, mpf"])
    #expect(try studio.shell("exiftool -a -G1 -s x.jpg").stdout.contains("GainMap"))
  }
}
