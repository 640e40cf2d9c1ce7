import Foundation
import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// Gain maps that outputs keep.
struct KeptGainMapTests {
  /// Runs a job over one picture and returns its row and the file that it makes.
  private static func run(
    _ picture: [UInt8], _ output: String, _ keys: String = ""
  ) throws -> (row: Row, file: [UInt8]) {
    let studio = try Studio("quality: 100\n\(keys)\noutputs: [{path: x.jpg\(output)}]")
    try studio.folder.write(picture, to: "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    return (try #require(try studio.rows().first), try studio.folder.read("x.jpg"))
  }

  /// The map's samples as another decoder gives them.
  private static func samples(_ jpeg: [UInt8]) throws -> TestPicture {
    try #require(try TurboJPEG.planes(jpeg).first)
  }

  private static func size(_ picture: TestPicture) -> PixelSize {
    PixelSize(width: picture.width, height: picture.height)
  }

  @Test(
    "The file leads to its map in both ways, with all lengths right",
    arguments: [HDRPicture.Style.hdrgm, .iso, .both])
  func container(_ style: HDRPicture.Style) throws {
    let (row, file) = try Self.run(try HDRPicture(style: style).file(), "")
    #expect(row.warnings == [] && row.notes.map(\.code).contains("gain_map_kept"))
    #expect(
      row.notes.first { $0.code == "gain_map_kept" }?.message
        == "80x48, \(style == .hdrgm ? "hdrgm" : "iso_21496_1"), headroom 2.5 stops")
    let read = try ReadHDR(file)
    #expect(read.sizes == [read.base.count, read.map.count])
    #expect(read.base.suffix(2) == [0xFF, 0xD9] && read.map.suffix(2) == [0xFF, 0xD9])
    let xmp = String(
      decoding: try #require(ReadHDR.payload(ReadHDR.xmp, in: read.baseSegments)), as: UTF8.self)
    #expect(xmp.contains("hdrgm:Version=\"1.0\"") && xmp.contains("Item:Length=\"\(read.map.count)\""))
    #expect(ReadHDR.payload(ReadHDR.iso, in: read.baseSegments) == [0, 0, 0, 0])
    #expect(ReadHDR.payload(ReadHDR.iso, in: read.mapSegments) == HDRPicture().block)
    let map = String(
      decoding: try #require(ReadHDR.payload(ReadHDR.xmp, in: read.mapSegments)), as: UTF8.self)
    for property in [
      "GainMapMin=\"-0.5\"", "GainMapMax=\"2.25\"", "Gamma=\"1.25\"", "OffsetSDR=\"0.015625\"",
      "OffsetHDR=\"0.03125\"", "HDRCapacityMin=\"0.0\"", "HDRCapacityMax=\"2.5\"",
      "BaseRenditionIsHDR=\"False\"",
    ] { #expect(map.contains("hdrgm:\(property)"), "\(property)") }
  }

  @Test("exiftool finds nothing wrong, and reads the map")
  func exiftool() throws {
    let studio = try Studio(
      "metadata: {keep: [exif, xmp, icc], gps: keep}\noutputs: [{path: x.jpg}]")
    var picture = HDRPicture()
    picture.base.segments = [.exif(orientation: 6)]
    try studio.folder.write(try picture.file(), to: "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    let tags = try studio.shell("exiftool -validate -warning -a -G1 -s x.jpg").stdout
    // This exiftool doesn't know ISO 21496-1, and the picture's EXIF has only an orientation.
    let warnings = tags.split(separator: "\n").filter { $0.contains(" Warning ") }
    #expect(
      warnings.allSatisfy {
        $0.contains("Unknown APP2 segment") || $0.contains("Missing required JPEG IFD0")
      },
      "\(warnings)")
    let read = try ReadHDR(try studio.folder.read("x.jpg"))
    #expect(
      try studio.shell("exiftool -b -MPImage2 x.jpg | wc -c").stdout.filter(\.isNumber) == "\(read.map.count)"
    )
    // EXIF comes first.
    #expect(read.baseSegments.first?.starts(with: Array("Exif\0\0".utf8)) == true)
  }

  @Test("The map is turned with the picture", arguments: Array<UInt8>(1...8))
  func turned(_ tag: UInt8) throws {
    var picture = HDRPicture()
    picture.base.segments = [.exif(orientation: tag)]
    let read = try ReadHDR(try Self.run(try picture.file(), "").file)
    let expected = try Self.samples(try picture.mapFile()).shown(tag)
    let map = try Self.samples(read.map)
    #expect(Self.size(map) == PixelSize(width: expected.width, height: expected.height))
    #expect(map.largestDifference(expected) <= 2)
  }

  @Test(
    "A crop's map is the box between the same edges",
    arguments: [(0, 0, 160, 96), (20, 10, 60, 44), (21, 11, 57, 43), (3, 50, 101, 39)])
  func cropped(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws {
    let picture = HDRPicture()
    let (_, file) = try Self.run(try picture.file(), ", crop: \"\(x),\(y),\(width),\(height)\"")
    let map = try Self.samples(try ReadHDR(file).map)
    #expect(Self.size(map) == PixelSize(width: (width + 1) / 2, height: (height + 1) / 2))
    let expected = try Self.samples(try picture.mapFile()).resampled(
      .lanczos3, x: Double(x) / 2, y: Double(y) / 2, width: Double(width) / 2, height: Double(height) / 2,
      toWidth: map.width, height: map.height)
    #expect(map.psnr(expected) >= 48)
  }

  @Test("A small output's map has the output's size, a large one's the map's")
  func scaled() throws {
    let picture = HDRPicture()
    let source = try Self.samples(try picture.mapFile())
    for (width, size) in [(40, [40, 24]), (80, [80, 48]), (120, [80, 48]), (320, [80, 48])] {
      let (_, file) = try Self.run(
        try picture.file(), ", resize: {width: \(width), enlarge: true}", "decode: {oversample: 8}")
      let map = try Self.samples(try ReadHDR(file).map)
      #expect(Self.size(map) == PixelSize(width: size[0], height: size[1]), "\(width)")
      let expected = source.resampled(.lanczos3, toWidth: size[0], height: size[1])
      #expect(map.psnr(expected) >= 45, "\(width)")
    }
  }

  /// By hand: the gain 1 is at (0 + 1/2) / (9/4 + 1/2) of the range, to the power of 5/4, of 255: 30.3.
  @Test("Padded parts and canvases have the gain 1")
  func padded() throws {
    let picture = HDRPicture()
    let canvas = try ReadHDR(
      try Self.run(try picture.file(), ", resize: {width: 96, height: 96, fit: contain}").file)
    let map = try Self.samples(canvas.map)
    #expect(Self.size(map) == PixelSize(width: 96, height: 96))
    for (x, y) in [(0, 0), (95, 10), (50, 90)] { #expect(abs(Int(map[x, y, 0]) - 30) <= 1) }
    let padding = try ReadHDR(
      try Self.run(try picture.file(), ", crop: {x: -40, y: 0, width: 160, height: 96, out_of_bounds: pad}")
        .file)
    let padded = try Self.samples(padding.map)
    #expect(Self.size(padded) == PixelSize(width: 80, height: 48))
    #expect(abs(Int(padded[2, 20, 0]) - 30) <= 1)
    let whole = try Self.samples(try picture.mapFile()).cropped(x: 4, y: 0, width: 56, height: 48)
    #expect(padded.cropped(x: 24, y: 0, width: 56, height: 48).psnr(whole) >= 45)
  }

  @Test("A map of three channels keeps them, without subsampled chroma")
  func colors() throws {
    var picture = HDRPicture(style: .iso)
    picture.map.isGrey = false
    let read = try ReadHDR(try Self.run(try picture.file(), "").file)
    #expect(try TurboJPEG.header(read.map).subsampling == "4:4:4")
    let (made, source) = (try TurboJPEG.planes(read.map), try TurboJPEG.planes(try picture.mapFile()))
    for (plane, expected) in zip(made, source) { #expect(plane.largestDifference(expected) <= 2) }
  }

  /// By hand: tag 33 is at least 1 and tag 48 at most 0.01, so the headroom is 3 - 70 · 0.005 = 2.65 stops.
  @Test("Apple's map gets the numbers of the others, and samples to match")
  func apple() throws {
    var picture = HDRPicture(style: .apple)
    picture.base.segments = [HDRPicture.appleExif(first: (3, 2), second: (5, 1000))]
    let read = try ReadHDR(try Self.run(try picture.file(), "").file)
    let block = try #require(ReadHDR.payload(ReadHDR.iso, in: read.mapSegments))
    let metadata = try GainMapMetadata(iso: block)
    #expect(abs(metadata.alternateHeadroom - 2.65) < 1e-6 && metadata.baseHeadroom == 0)
    #expect(metadata.channels.map(\.maximum) == [metadata.alternateHeadroom])
    let (made, source) = (try Self.samples(read.map), try Self.samples(try picture.mapFile()))
    for (sample, before) in zip(made.samples, source.samples) {
      let value = Double(before) / 255
      let light = value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
      let gain = 1 + (exp2(2.65) - 1) * light
      #expect(abs(Double(sample) - 255 * log2(gain) / 2.65) <= 3)
    }
    // The headroom is 0 stops, or differs from 0 by a rounding error.
    picture.base.segments = [HDRPicture.appleExif(first: (3, 2), second: (2303, 303))]
    try Self.expectLoss(try picture.file(), "the maker's notes give it no headroom")
    picture.base.segments = [.exif(orientation: 1)]
    try Self.expectLoss(try picture.file(), "the maker's notes don't tell its headroom")
  }

  @Test("Plan, probe and preview name the map")
  func named() throws {
    let studio = try Studio("outputs: [{path: x.jpg}]")
    try studio.folder.write(try HDRPicture().file(), to: "photos/a.jpg")
    let text = "80x48, hdrgm, headroom 2.5 stops"
    #expect(
      try studio.upright("plan", "job.yaml").stdout.contains("  gain map: \(text), region 80x48+0+0 of it\n"))
    #expect(try studio.upright("probe", "photos/a.jpg").stdout.contains("  gain map      \(text)\n"))
    #expect(
      try studio.upright("probe", "--json", "photos/a.jpg").stdout.contains(
        #""stored_size":[80,48],"pixels":{"color":"grey","bits":8,"alpha":false},"kind":"hdrgm","headroom":2.5}"#
      ))
    #expect(try studio.upright("preview", "--output", "p.html", "job.yaml").ending == .exit(0))
    #expect(try studio.text("p.html").contains("; gain map \(text)</p>"))
  }

  @Test("max_bytes counts the map")
  func maxBytes() throws {
    let picture = HDRPicture()
    let (row, file) = try Self.run(try picture.file(), ", max_bytes: 9000")
    #expect(file.count <= 9000 && row.notes.map(\.code).contains("gain_map_kept"))
    let read = try ReadHDR(file)
    #expect(read.sizes == [read.base.count, read.map.count])
  }

  @Test("What the job says decides", arguments: ["keep", "drop", "require"])
  func use(_ value: String) throws {
    let (row, file) = try Self.run(try HDRPicture().file(), ", hdr: \(value)")
    #expect(row.warnings.map(\.code) == (value == "drop" ? ["gain_map_dropped"] : []))
    #expect((file.firstRange(of: Array("hdrgm".utf8)) == nil) == (value == "drop"))
  }

  @Test(
    "An output that needs a map and can't have one fails",
    arguments: [
      ("path: x.png", true, "png has no place for it"), ("path: x.jpg", false, "the source has none"),
    ])
  func required(_ output: String, _ hasMap: Bool, _ reason: String) throws {
    let studio = try Studio("hdr: require\noutputs: [{\(output)}]")
    try studio.folder.write(try hasMap ? HDRPicture().file() : Picture().jpeg(), to: "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let row = try #require(try studio.rows().first)
    #expect(row.error?.code == "no_gain_map")
    #expect(row.error?.message == "can't be made with a gain map: \(reason)")
  }

  @Test(
    "A broken map leaves the SDR picture, and the row says why",
    arguments: [
      ("GainMapMax=\"2.25\"", "GainMapMax=\"inf\"", "its metadata describes no gains"),
      ("GainMapMax=\"2.25\"", "GainMapMax=\"nan\"", "its metadata describes no gains"),
      ("GainMapMax=\"2.25\"", "GainMapMax=\"-1.25\"", "its metadata describes no gains"),
      ("Gamma=\"1.25\"", "Gamma=\"0\"", "its metadata describes no gains"),
      ("GainMapMax=\"2.25\"", "GainMapMax=\"much\"", "hdrgm:GainMapMax is no number"),
      ("hdrgm:GainMapMax=\"2.25\"", "", "hdrgm:GainMapMax is missing"),
    ])
  func brokenNumbers(_ old: String, _ new: String, _ reason: String) throws {
    var picture = HDRPicture()
    picture.properties = picture.properties.replacing(old, with: new)
    try Self.expectLoss(try picture.file(), reason)
  }

  @Test("A map of another shape, a cut one and a missing one leave the SDR picture")
  func brokenMaps() throws {
    var wide = HDRPicture()
    wide.map.width = 90
    try Self.expectLoss(try wide.file(), "it is 90x48, another shape than the picture's 160x96")
    let whole = try HDRPicture().file()
    try Self.expectLoss(whole.dropLast(600), "its data is damaged")
    let map = try HDRPicture().mapFile()
    try Self.expectLoss(whole.dropLast(map.count), "the file holds none that can be read")
    var divided = HDRPicture(style: .iso)
    divided.block[12] = 0
    try Self.expectLoss(try divided.file(), "its metadata divides by 0")
    divided.block = Array(HDRPicture().block.dropLast(3))
    try Self.expectLoss(try divided.file(), "its metadata ends early")
  }

  private static func expectLoss(_ file: [UInt8], _ reason: String) throws {
    let (row, made) = try run(file, "")
    #expect(
      row.warnings.map(\.message) == [
        "the gain map, which makes the picture HDR, isn't kept: \(reason); the output is SDR alone"
      ])
    for claim in ["hdrgm", "21496", "MPF\0", "GainMap"] {
      #expect(made.firstRange(of: Array(claim.utf8)) == nil, "\(claim)")
    }
    let studio = try Studio("hdr: require\noutputs: [{path: x.jpg}]")
    try studio.folder.write(file, to: "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try studio.rows().first?.error?.code == "no_gain_map")
  }

  @Test("Threads and worker processes make the same files, and verify finds them right")
  func same() throws {
    var files: [[UInt8]] = []
    for isolation in ["process", "none"] {
      let studio = try Studio(
        "isolation: \(isolation)\noutputs: [{path: \"{stem}.jpg\", resize: {width: 50}}, {path: \"{stem}-c.jpg\", crop: \"9,9,70,50\"}]"
      )
      for tag in UInt8(1)...8 {
        var picture = HDRPicture(style: tag % 2 == 0 ? .hdrgm : .iso)
        picture.base.segments = [.exif(orientation: tag)]
        try studio.folder.write(try picture.file(), to: "photos/\(tag).jpg")
      }
      #expect(try studio.upright("run", "--quiet", "--jobs", "2", "job.yaml").ending == .exit(0))
      #expect(try studio.upright("verify", "--render", "all", "job.manifest.jsonl").ending == .exit(0))
      files += try (1...8).flatMap { ["\($0).jpg", "\($0)-c.jpg"] }.map { try studio.folder.read($0) }
    }
    #expect(Array(files.prefix(16)) == Array(files.suffix(16)))
  }
}
