import Foundation
import ImageModel
import Imaging
import TestSupport
import Testing

/// AVIF files as sources.
struct AVIFRunTests {
  private static let keys = "quality: 100\nchroma: \"4:4:4\"\nformat: jpeg\n"

  /// What is shown of a picture that `irot` turned and `imir` mirrored then.
  private static func shown(_ picture: TestPicture, quarters: Int, axis: UInt8?) -> TestPicture {
    var shown = picture
    // EXIF's 8 is a quarter counterclockwise.
    for _ in 0..<quarters { shown = shown.shown(8) }
    return axis.map { shown.shown($0 == 0 ? 4 : 2) } ?? shown
  }

  @Test("Pictures are turned and mirrored as irot and imir say", arguments: 0...3, [nil, 0, 1] as [UInt8?])
  func turns(quarters: Int, axis: UInt8?) throws {
    var properties = [HEIFBuilder.turn(UInt8(quarters))]
    if let axis { properties.append(HEIFBuilder.mirror(axis)) }
    let studio = try Studio("\(Self.keys)outputs: [{path: x.jpg}]", sources: #"["photos/*"]"#)
    try studio.folder.write(TestAV1.grid(100, 64, properties).bytes, to: "photos/a.avif")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let picture = TestPicture(width: 100, height: 64, channels: 3) { x, y, channel in
      TestAV1.colorPicture[x % 64, y, channel]
    }
    let found = try TestJPEG.decode(studio.folder.read("x.jpg")).picture
    let expected = Self.shown(picture, quarters: quarters, axis: axis)
    #expect((found.width, found.height) == (expected.width, expected.height))
    // Luma, away from the step between two tiles.
    let places = [(5, 5), (20, 50), (50, 10), (55, 58), (90, 30)]
    for (x, y) in places where x < expected.width && y < expected.height {
      let color = (0..<3).map { Double(expected[x, y, $0]) }
      let luma = 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2]
      #expect(abs(Double(found[x, y, 0]) - luma) <= 5, "\(x), \(y)")
    }
  }

  @Test("A cut file fails alone, and each is hashed", arguments: ["none", "process"])
  func odd(isolation: String) throws {
    let studio = try Studio(
      "\(Self.keys)isolation: \(isolation)\noutputs: [{path: '{stem}.jpg'}]", sources: #"["photos/*"]"#)
    let file = TestAV1.still().bytes
    try studio.folder.write(file, to: "photos/a.avif")
    try studio.folder.write(Array(file.dropLast(40)), to: "photos/b.avif")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let rows = try studio.rows()
    let end = Row.Note(code: "corrupt", message: "damaged image data: the file ends too early")
    #expect(rows.map(\.error) == [nil, end])
    for row in rows { #expect(try row.source_sha256 == studio.sha256(row.source)) }
  }

  @Test("A page is a picture of its own, turned as its own properties say", arguments: ["none", "process"])
  func pages(isolation: String) throws {
    let sources = ["", ", page: 1", ", page: 2"].enumerated().map { "{path: photos/a.avif, id: p\($0)\($1)}" }
    let studio = try Studio(
      "isolation: \(isolation)\noutputs: [{path: '{id}.tif'}]",
      sources: "[" + sources.joined(separator: ", ") + "]")
    let file = TestAV1.pair([HEIFBuilder.turn(1)])
    try studio.folder.write(file.bytes, to: "photos/a.avif")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let shown = [TestAV1.colorPicture, Self.shown(TestAV1.greyPicture, quarters: 1, axis: nil)]
    for (place, picture) in shown.enumerated() {
      let found = try TestTIFF.content(studio.folder.read("p\(place).tif")).samples
      #expect(found.count == picture.samples.count)
      #expect(zip(found, picture.samples).allSatisfy { abs($0 - Int($1)) <= 4 }, "\(place)")
    }
    #expect(try studio.rows().map(\.error?.message) == [nil, nil, "it has no page 2"])
    let manifest = try studio.text("job.manifest.jsonl").split(separator: "\n")
    #expect(manifest[0].contains(#""decode":{"engine":"libaom","scale":"#))
    #expect(manifest[1].contains(#""decode":{"engine":"libaom","page":1,"scale":"#))
  }

  @Test(
    "A sequence without a still picture gives its first frame and a warning", arguments: ["none", "process"])
  func sequence(isolation: String) throws {
    let studio = try Studio(
      "isolation: \(isolation)\noutputs: [{path: '{stem}.tif'}]", sources: #"["photos/*"]"#)
    var turned = TestAV1.track()
    turned.matrix = [0, 0x10000, 0, 0xFFFF_0000, 0, 0, 64 << 16, 0, 0x4000_0000]
    try studio.folder.write(TrackBuilder.file([TestAV1.track()]), to: "photos/a.avif")
    try studio.folder.write(TrackBuilder.file([turned]), to: "photos/b.avif")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let found = try TestTIFF.content(studio.folder.read("a.tif")).samples
    let expected = TestAV1.colorPicture.samples
    #expect(found.count == expected.count)
    #expect(zip(found, expected).allSatisfy { abs($0 - Int($1)) <= 4 })
    let rows = try studio.rows()
    let animated = Row.Note(code: "animated", message: "an animation: one picture of it is taken")
    #expect(rows.first?.warnings == [animated])
    let refusal = Row.Note(
      code: "unsupported_format", message: "a sequence whose track is turned or scaled is not supported")
    #expect(rows.map(\.error) == [nil, refusal])
  }

  @Test("A profile goes along as it is")
  func profile() throws {
    var profile = [UInt8](repeating: 0, count: 300)
    profile.replaceSubrange(0..<4, with: PictureBuilder.big(300, 4))
    profile.replaceSubrange(8..<24, with: [4, 0, 0, 0] + Array("mntrRGB XYZ ".utf8))
    profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
    let box = HEIFBuilder.box("colr", Array("prof".utf8) + profile)
    let studio = try Studio("\(Self.keys)outputs: [{path: x.jpg}]", sources: #"["photos/*"]"#)
    try studio.folder.write(TestAV1.still(TestAV1.color, [box]).bytes, to: "photos/a.avif")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try Data(studio.folder.read("x.jpg")).range(of: Data(profile)) != nil)
  }
}

/// HEIC files as sources.
@Suite(.enabled(if: OptionalLibrary.libde265.load(), "libde265 is not there"))
struct HEICRunTests {
  @Test("A grid is decoded wherever it is made", arguments: ["none", "process"])
  func grid(isolation: String) throws {
    let studio = try Studio(
      "format: jpeg\nisolation: \(isolation)\noutputs: [{path: x.jpg}]", sources: #"["photos/*"]"#)
    try studio.folder.write(TestHEVC.grid(100, 64).bytes, to: "photos/a.heic")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let found = try TestJPEG.decode(studio.folder.read("x.jpg")).picture
    #expect((found.width, found.height) == (100, 64))
    // Green, 60 + 2y, has most of luma; 10 across and 50 down.
    #expect(abs(Int(found[10, 50, 0]) - 128) <= 6)
  }
}
