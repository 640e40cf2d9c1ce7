import Foundation
import ImageModel
import Imaging
import TestSupport
import Testing

/// What becomes of colours, depth and palettes, from file to file.
@Suite(.enabled(if: OptionalLibrary.lcms2.load(), "Little CMS isn't installed"))
struct ColorRunTests {
  /// A profile of Adobe RGB (1998)'s primaries and gamma.
  private static let adobeRGB = TestProfile.matrix(TestColor.adobeRGB, gamma: 563.0 / 256)

  private static let steps = [0, 51, 102, 153, 204, 255]

  /// 216 colours, a pixel each, as a PNG with a profile.
  private static func patches(depth: Int, profile: [UInt8]?) -> [UInt8] {
    var png = TestPNG(36, 6, type: 2, depth: depth) { x, y, channel in
      steps[[x % 6, x / 6, y][channel]] * (depth == 16 ? 257 : 1)
    }
    png.chunks = profile.map { [TestPNG.chunk("iCCP", Array("p\0\0".utf8) + TestPNG.stored($0))] } ?? []
    return png.file
  }

  private static func studio(_ keys: String, _ outputs: String) throws -> Studio {
    try Studio("\(keys)\noutputs: [\(outputs)]", sources: #"["photos/*"]"#)
  }

  /// Adobe RGB's patches with the curve of sRGB and other primaries, 0...1.
  private static func expected(_ primaries: [[Double]]) -> [Double] {
    (0..<6).flatMap { y in
      (0..<36).flatMap { x in
        let light = [x % 6, x / 6, y].map { pow(Double(steps[$0]) / 255, 563.0 / 256) }
        return TestColor.samples(ofXYZ: TestColor.xyz(light, TestColor.adobeRGB), primaries)
      }
    }
  }

  private static func largestDifference(_ found: [Int], _ most: Double, _ expected: [Double]) -> Double {
    zip(found, expected).reduce(0) { max($0, abs(Double($1.0) / most - $1.1)) } * 255
  }

  @Test(
    "Colours come out as those of the target, and its profile goes along", arguments: ["none", "process"])
  func converted(isolation: String) throws {
    let studio = try Self.studio(
      "isolation: \(isolation)",
      "{path: '{stem}-s.tif', color: {profile: srgb}}, {path: '{stem}-p.tif', color: {profile: display-p3}}, "
        + "{path: '{stem}-k.tif'}, {path: '{stem}-n.tif', color: {profile: srgb}, metadata: {keep: []}}")
    try studio.folder.write(Self.patches(depth: 8, profile: Self.adobeRGB), to: "photos/a.png")
    try studio.folder.write(Self.patches(depth: 16, profile: Self.adobeRGB), to: "photos/b.png")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    // Half a step of rounding, and what profiles and tables of 16 bits make of gamma and primaries.
    for (name, most, step) in [("a", 255.0, 0.8), ("b", 65535, 0.15)] {
      let srgb = try TestTIFF.content(studio.folder.read("\(name)-s.tif"))
      #expect(Self.largestDifference(srgb.samples, most, Self.expected(TestColor.srgb)) <= step)
      let wide = try TestTIFF.content(studio.folder.read("\(name)-p.tif"))
      #expect(Self.largestDifference(wide.samples, most, Self.expected(TestColor.displayP3)) <= step)
      let kept = try TestTIFF.content(studio.folder.read("\(name)-k.tif"))
      #expect(kept.samples.map { $0 * 255 / Int(most) } == Self.inputs)
      let profiles = [srgb, wide, kept].map { $0.fields[0x8773]?.map { UInt8($0) } }
      #expect(profiles == [BuiltInProfile.srgb.bytes, BuiltInProfile.displayP3.bytes, Self.adobeRGB])
      let bare = try TestTIFF.content(studio.folder.read("\(name)-n.tif"))
      #expect(bare.samples == srgb.samples)
      #expect(bare.fields[0x8773] == nil)
    }
  }

  private static let inputs = (0..<6).flatMap { y in
    (0..<36).flatMap { x in [steps[x % 6], steps[x / 6], steps[y]] }
  }

  @Test("A profile of a file is the target, and sources without one count as sRGB")
  func file() throws {
    let studio = try Self.studio(
      "", "{path: '{stem}.tif', color: {profile: profiles/adobe.icc, on_untagged: assume-srgb}}")
    try studio.folder.write(Self.adobeRGB, to: "profiles/adobe.icc")
    try studio.folder.write(Self.patches(depth: 16, profile: nil), to: "photos/a.png")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let found = try TestTIFF.content(studio.folder.read("a.tif"))
    // Compared as light: where there is none a gamma makes whole steps of an entry's last bit.
    let expected = stride(from: 0, to: Self.inputs.count, by: 3).flatMap { place in
      let light = (0..<3).map { TestColor.light(ofSRGB: Double(Self.inputs[place + $0]) / 255) }
      return TestColor.samples(ofXYZ: TestColor.xyz(light, TestColor.srgb), TestColor.adobeRGB)
        .map(TestColor.light(ofSRGB:))
    }
    let light = found.samples.map { pow(Double($0) / 65535, 563.0 / 256) }
    #expect(zip(light, expected).allSatisfy { abs($0 - $1) <= 0.0005 })
    #expect(found.fields[0x8773]?.map { UInt8($0) } == Self.adobeRGB)
  }

  /// Half the light of white is 188 of 255 by sRGB's curve; half of its samples is 128.
  @Test("Linear light is what is averaged")
  func linear() throws {
    let studio = try Self.studio(
      "resize: {width: 16, height: 12}",
      "{path: a.tif, color: {linear: true}}, {path: b.tif}, {path: c.jpg, quality: 100, color: {linear: true}}"
    )
    let png = TestPNG(128, 96, type: 2, depth: 8) { x, y, _ in (x + y) % 2 * 255 }
    try studio.folder.write(png.file, to: "photos/a.png")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let half = Int((TestColor.srgb(ofLight: 0.5) * 255).rounded())
    #expect(half == 188)
    for (name, value) in [("a", half), ("b", 128)] {
      let found = try TestTIFF.content(studio.folder.read("\(name).tif")).samples
      #expect(found.count == 16 * 12 * 3)
      #expect(found.allSatisfy { abs($0 - value) <= 1 }, "\(name)")
    }
    let jpeg = try TestJPEG.decode(studio.folder.read("c.jpg")).picture
    #expect((0..<192).allSatisfy { abs(Int(jpeg[$0 % 16, $0 / 16, 0]) - half) <= 1 })
  }

  /// A checkerboard of 2 x 2 pixels, as a JPEG by libjpeg-turbo's cjpeg.
  private static func checkerboard(_ side: Int, in studio: Studio) throws -> TestPicture {
    let board = TestPicture(width: side, height: side, channels: 3) { x, y, _ in
      (x / 2 + y / 2) % 2 == 0 ? 0 : 255
    }
    try studio.folder.write(Array("P6 \(side) \(side) 255\n".utf8) + board.samples, to: "board.ppm")
    let run = try studio.shell("mkdir photos && cjpeg -quality 100 -outfile photos/a.jpg board.ppm")
    #expect(run.ending == .exit(0))
    return board
  }

  @Test("Linear light is averaged of formats that can be decoded small", arguments: [2, 8])
  func linearOfScaled(oversample: Int) throws {
    let studio = try Self.studio(
      "decode: {oversample: \(oversample)}\nresize: {width: 64}\ncolor: {linear: true}",
      "{path: '{stem}.tif'}")
    let board = try Self.checkerboard(1024, in: studio)
    try studio.folder.write(TestWebP(board).file, to: "photos/b.webp")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let half = Int((TestColor.srgb(ofLight: 0.5) * 255).rounded())
    for name in ["a", "b"] {
      let found = try TestTIFF.content(studio.folder.read("\(name).tif")).samples
      #expect(found.count == 64 * 64 * 3)
      // Coding and conversion to Y, Cb and Cr cost the JPEG's white a step.
      #expect(found.allSatisfy { abs($0 - half) <= 1 }, "\(name)")
    }
  }

  @Test("CMYK goes through its profile, or counts as ideal ink with a warning")
  func cmyk() throws {
    let inks: [UInt8] = [40, 200, 90, 20]
    let studio = try Self.studio("", "{path: '{stem}.tif'}")
    let profile = TestProfile.cmyk { inks in [100 - 20 * inks.reduce(0, +), 0, 0] }
    var tagged = TestTIFF(16, 16, photometric: 5, channels: 4, bits: 8) { _, _, ink in Int(inks[ink]) }
    try studio.folder.write(tagged.file, to: "photos/a.tif")
    tagged.fields = [TIFFBuilder.Field(tag: 0x8773, type: 7, count: profile.count, value: profile)]
    try studio.folder.write(tagged.file, to: "photos/b.tif")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let ideal = try TestTIFF.content(studio.folder.read("a.tif"))
    // (255 - ink) (255 - black) / 255.
    #expect(zip(ideal.samples, [198, 51, 152]).allSatisfy { abs($0 - $1) <= 1 })
    // 350 / 255 of ink leave L* of 72.55.
    let grey = TestColor.samples(ofXYZ: TestColor.xyz(ofLab: [100 - 20 * 350 / 255.0, 0, 0])).map { $0 * 255 }
    let found = try TestTIFF.content(studio.folder.read("b.tif"))
    #expect(zip(found.samples, grey).allSatisfy { abs(Double($0) - $1) <= 1 })
    #expect(found.fields[0x106] == [2])
    #expect(
      try studio.rows().map { $0.warnings.map(\.code).filter { $0.hasPrefix("color") } } == [
        ["color_assumed"], [],
      ])
  }

  @Test("L*a*b* of a TIFF becomes the output's colours", arguments: [8, 16])
  func lab(bits: Int) throws {
    let studio = try Self.studio(
      "",
      "{path: s.tif}, {path: p.tif, color: {profile: display-p3}}, {path: f.jpg, crop: "
        + "{x: -8, y: 0, width: 16, height: 16, out_of_bounds: pad}, background: '#ff0000', quality: 100, "
        + "chroma: '4:4:4'}")
    // L* 60, a* 20 and b* -30.
    let stored = bits == 8 ? [153, 20, 226] : [39321, 5120, 57856]
    let tiff = TestTIFF(16, 16, photometric: 8, channels: 3, bits: bits) { _, _, channel in stored[channel] }
    try studio.folder.write(tiff.file, to: "photos/a.tif")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let xyz = TestColor.xyz(ofLab: [60, 20, -30])
    let most = bits == 8 ? 255.0 : 65535
    for (name, primaries) in [("s", TestColor.srgb), ("p", TestColor.displayP3)] {
      let found = try TestTIFF.content(studio.folder.read("\(name).tif")).samples.prefix(3)
      let expected = TestColor.samples(ofXYZ: xyz, primaries)
      #expect(Self.largestDifference(Array(found), most, expected) <= (bits == 8 ? 1 : 0.15))
    }
    #expect(try studio.rows().map(\.warnings).allSatisfy { $0.allSatisfy { $0.code == "dithered" } })
    let padded = try TestJPEG.decode(studio.folder.read("f.jpg")).picture
    // Red and its Y, Cb and Cr.
    #expect(zip(padded.samples.prefix(3), [76, 85, 255]).allSatisfy { abs(Int($0) - $1) <= 2 })
  }

  @Test("16 bits that an output can't hold are dithered, which its row says")
  func dithered() throws {
    let studio = try Self.studio(
      "", "{path: a.tif}, {path: b.tif, depth: 8}, {path: c.png}, {path: d.jpg, quality: 100}")
    // A quarter of a step above 100 of 255.
    let png = TestPNG(64, 64, type: 0, depth: 16) { _, _, _ in 100 * 257 + 64 }
    try studio.folder.write(png.file, to: "photos/a.png")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let codes = try studio.rows().map { $0.warnings.map(\.code).filter { $0 == "dithered" } }
    #expect(codes == [[], ["dithered"], [], ["dithered"]])
    let messages = try studio.rows().flatMap { $0.warnings.filter { $0.code == "dithered" }.map(\.message) }
    #expect(Set(messages) == ["more than 8 bits a sample were dithered to 8"])
    let deep = try TestTIFF.content(studio.folder.read("a.tif")).samples
    #expect(deep == [Int](repeating: 25764, count: 4096))
    let shallow = try TestTIFF.content(studio.folder.read("b.tif")).samples
    #expect(Set(shallow) == [100, 101])
    let mean = Double(shallow.reduce(0, +)) / 4096
    #expect(abs(mean - 25764.0 / 257) < 0.02)
  }

  @Test("A palette holds few colours as they are")
  func palette() throws {
    let studio = try Self.studio("", "{path: a.png, palette: true}, {path: b.png}")
    let png = TestPNG(50, 40, type: 2, depth: 8) { x, y, channel in
      let index = (x * 7919 + y * 104729 + x * y * 97) % 20
      return [index % 5 * 60, index / 5 * 80, 7][channel]
    }
    try studio.folder.write(png.file, to: "photos/x.png")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let (indexed, whole) = (try studio.folder.read("a.png"), try studio.folder.read("b.png"))
    // IHDR: bit depth and colour type.
    #expect(Array(indexed[24...25]) == [8, 3])
    #expect(Array(whole[24...25]) == [8, 2])
    #expect(indexed.count < whole.count)
    try studio.job(
      "name: back\nsources: [a.png]\noutput_root: back\noutputs: [{path: '{stem}.tif'}]", "back.yaml")
    #expect(try studio.upright("run", "--quiet", "back.yaml") == CommandRun(.exit(0)))
    #expect(try TestTIFF.content(studio.folder.read("back/a.tif")).samples == png.samples)
  }
}
