import Foundation
import ImageModel
import Imaging
import TestSupport
import Testing

/// Colours that files say by number: CICP (ITU-T H.273) in AVIF, HEIC and PNG, and PNG's gAMA and cHRM.
@Suite(.enabled(if: OptionalLibrary.lcms2.load(), "Little CMS isn't installed"))
struct ColorNumbersTests {
  private static let steps = [0, 51, 102, 153, 204, 255]

  /// 216 colours of 16 bits, a pixel each.
  private static func patches(_ chunks: [[UInt8]]) -> [UInt8] {
    var png = TestPNG(36, 6, type: 2, depth: 16) { x, y, channel in
      steps[[x % 6, x / 6, y][channel]] * 257
    }
    png.chunks = chunks
    return png.file
  }

  /// The patches in sRGB, 0...1, where they have these primaries and a curve.
  private static func expected(_ primaries: [[Double]], _ curve: (Double) -> Double) -> [Double] {
    (0..<216).flatMap { place in
      let light = [place % 36 % 6, place % 36 / 6, place / 36].map { curve(Double(steps[$0]) / 255) }
      return TestColor.samples(ofXYZ: TestColor.xyz(light, primaries))
    }
  }

  private static func cicp(_ primaries: UInt8, _ transfer: UInt8) -> [UInt8] {
    TestPNG.chunk("cICP", [primaries, transfer, 0, 1])
  }

  private static func gamma(_ value: Int) -> [UInt8] { TestPNG.chunk("gAMA", PictureBuilder.big(value, 4)) }

  /// Adobe RGB's white, red, green and blue, or those of sRGB.
  private static func chromaticities(adobe: Bool) -> [UInt8] {
    let green = adobe ? [21000, 71000] : [30000, 60000]
    let points = [31270, 32900, 64000, 33000] + green + [15000, 6000]
    return TestPNG.chunk("cHRM", points.flatMap { PictureBuilder.big($0, 4) })
  }

  private static let bt2020 = TestColor.primaries([[0.708, 0.292], [0.170, 0.797], [0.131, 0.046]])

  /// The inverse of the function of ITU-R BT.709.
  private static func bt709(_ value: Double) -> Double {
    value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
  }

  private static func power(_ exponent: Double) -> (Double) -> Double { { pow($0, exponent) } }

  @Test("PNG's numbers are converted from, in the order of the standard")
  func png() throws {
    let other = TestPNG.chunk(
      "iCCP", Array("p\0\0".utf8) + TestPNG.stored(TestProfile.matrix(TestColor.adobeRGB, gamma: 1)))
    let adobe = Self.chromaticities(adobe: true)
    let cases: [(String, [[UInt8]], [Double])] = [
      ("p3", [Self.cicp(12, 13)], Self.expected(TestColor.displayP3, TestColor.light(ofSRGB:))),
      ("wide", [Self.cicp(9, 1)], Self.expected(Self.bt2020, Self.bt709)),
      ("first", [Self.cicp(12, 4), other], Self.expected(TestColor.displayP3, Self.power(2.2))),
      ("gamma", [Self.gamma(55556)], Self.expected(TestColor.srgb, Self.power(1.8))),
      ("adobe", [Self.gamma(45455), adobe], Self.expected(TestColor.adobeRGB, TestColor.light(ofSRGB:))),
      ("both", [Self.gamma(100000), adobe], Self.expected(TestColor.adobeRGB, Self.power(1))),
      ("profile", [Self.gamma(20000), other], Self.expected(TestColor.adobeRGB, Self.power(1))),
    ]
    let studio = try Studio(
      "outputs: [{path: '{stem}.tif', color: {profile: srgb}}]", sources: #"["photos/*"]"#)
    for (name, chunks, _) in cases { try studio.folder.write(Self.patches(chunks), to: "photos/\(name).png") }
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    for (name, _, expected) in cases {
      let found = try TestTIFF.content(studio.folder.read("\(name).tif"))
      let most = zip(found.samples, expected).reduce(0) { max($0, abs(Double($1.0) / 65535 - $1.1)) }
      // What profiles of 16 bits, and primaries of five digits, leave.
      #expect(most * 255 <= 0.2, "\(name)")
      #expect(found.fields[0x8773]?.map { UInt8($0) } == BuiltInProfile.srgb.bytes)
    }
  }

  @Test("Numbers that say sRGB change no byte")
  func plain() throws {
    let plain = TestPNG.chunk("sRGB", [0])
    let cases = [
      [], [Self.cicp(1, 13)], [Self.cicp(2, 2)],
      [plain, Self.gamma(55556), Self.chromaticities(adobe: true)],
      [Self.gamma(45455)], [Self.gamma(45455), Self.chromaticities(adobe: false)],
      [Self.chromaticities(adobe: false)],
      // What can't be: no light, one place for all, no exponent.
      [TestPNG.chunk("cHRM", [UInt8](repeating: 0, count: 32))],
      [TestPNG.chunk("cHRM", (0..<8).flatMap { _ in PictureBuilder.big(33333, 4) })],
      [TestPNG.chunk("cHRM", [UInt8](repeating: 255, count: 32)), Self.gamma(0)],
      [Self.gamma(Int(UInt32.max))], [TestPNG.chunk("gAMA", [0]), TestPNG.chunk("cHRM", [1, 2, 3])],
    ]
    let studio = try Studio(
      "outputs: [{path: 'k{stem}.png'}, {path: 's{stem}.tif', color: {profile: srgb}}]",
      sources: #"["photos/*"]"#)
    for (place, chunks) in cases.enumerated() {
      try studio.folder.write(Self.patches(chunks), to: "photos/\(place).png")
    }
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    for place in cases.indices {
      #expect(try studio.folder.read("k\(place).png") == studio.folder.read("k0.png"), "\(place)")
      #expect(try studio.folder.read("s\(place).tif") == studio.folder.read("s0.tif"), "\(place)")
    }
  }

  private static func nclx(_ primaries: UInt8, _ transfer: UInt8, _ matrix: UInt8 = 6) -> [UInt8] {
    HEIFBuilder.box("colr", Array("nclx".utf8) + [0, primaries, 0, transfer, 0, matrix, 0x80])
  }

  @Test("AVIF's numbers are converted from, and kept where nothing is")
  func avif() throws {
    let studio = try Studio(
      "metadata: {keep: []}\noutputs: [{path: 's{stem}.tif', color: {profile: srgb}}, {path: 'k{stem}.tif'}, "
        + "{path: '{stem}.avif'}, {path: '{stem}.png', metadata: {keep: [icc]}}]",
      sources: #"["photos/*"]"#)
    try studio.folder.write(TestAV1.still(TestAV1.color, [Self.nclx(12, 13)]).bytes, to: "photos/a.avif")
    try studio.folder.write(TestAV1.still(TestAV1.color, [Self.nclx(1, 13)]).bytes, to: "photos/b.avif")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let stored = try TestTIFF.content(studio.folder.read("ka.tif")).samples
    #expect(stored == (try TestTIFF.content(studio.folder.read("kb.tif")).samples))
    let expected = stride(from: 0, to: stored.count, by: 3).flatMap { place in
      let light = stored[place..<place + 3].map { TestColor.light(ofSRGB: Double($0) / 255) }
      return TestColor.samples(ofXYZ: TestColor.xyz(light, TestColor.displayP3)).map { $0 * 255 }
    }
    let found = try TestTIFF.content(studio.folder.read("sa.tif")).samples
    #expect(zip(found, expected).allSatisfy { abs(Double($0) - $1) <= 0.8 })
    #expect(try TestTIFF.content(studio.folder.read("sb.tif")).samples == stored)
    let kept = try Data(studio.folder.read("a.avif"))
    #expect(kept.range(of: Data("nclx".utf8 + [0, 12, 0, 13, 0, 6, 0x80])) != nil)
    let png = try Data(studio.folder.read("a.png"))
    #expect(png.range(of: Data(Self.cicp(12, 13))) != nil)
    #expect(png.range(of: Data("iCCP".utf8)) != nil)
    #expect(try Data(studio.folder.read("b.png")).range(of: Data("cICP".utf8)) == nil)
  }

  /// ``TestAV1/color`` whose sequence header has other primaries and another transfer: its two bytes begin one bit before
  /// those of the data (AV1, 5.5.1).
  private static func coded(_ primaries: UInt8, _ transfer: UInt8) -> [UInt8] {
    var data = TestAV1.color
    data.replaceSubrange(9..<11, with: [primaries << 1, transfer << 1])
    return data
  }

  @Test("What AV1 and HEVC say themselves counts where the file has no numbers")
  func coded() throws {
    let studio = try Studio(
      "outputs: [{path: 's{stem}.tif', color: {profile: srgb}}]", sources: #"["photos/*"]"#)
    try studio.folder.write(TestAV1.still(Self.coded(12, 13)).bytes, to: "photos/coded.avif")
    try studio.folder.write(
      TrackBuilder.file([TestAV1.track(Self.coded(12, 13))], brand: "avis"), to: "photos/track.avif")
    try studio.folder.write(TestAV1.still(TestAV1.color, [Self.nclx(12, 13)]).bytes, to: "photos/boxed.avif")
    try studio.folder.write(
      TestAV1.still(Self.coded(9, 16), [Self.nclx(1, 13)]).bytes, to: "photos/both.avif")
    try studio.folder.write(TestAV1.still().bytes, to: "photos/srgb.avif")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    for (name, same) in [("coded", "boxed"), ("track", "boxed"), ("both", "srgb")] {
      #expect(try studio.folder.read("s\(name).tif") == studio.folder.read("s\(same).tif"), "\(name)")
    }
    #expect(try studio.folder.read("sboxed.tif") != studio.folder.read("ssrgb.tif"))
  }

  @Test("HDR that AV1 and HEVC alone say is refused, unless the file's own profile or numbers count first")
  func codedHDR() throws {
    let profile = HEIFBuilder.box("colr", Array("prof".utf8) + BuiltInProfile.displayP3.bytes)
    let files: [(String, HEIFBuilder, String?)] = [
      ("a.avif", TestAV1.still(Self.coded(9, 16)), "PQ"), ("b.avif", TestAV1.still(Self.coded(9, 18)), "HLG"),
      ("c.heic", TestHEVC.still(record: TestHEVC.pqRecord, more: [Self.nclx(2, 2)]), "PQ"),
      ("d.heic", TestHEVC.still(record: TestHEVC.hlgRecord), "HLG"),
      ("e.heic", TestHEVC.still(more: [Self.nclx(9, 16, 9)]), "PQ"),
      ("f.heic", TestHEVC.still(more: [profile, Self.nclx(9, 16, 6)]), nil),
    ]
    let studio = try Studio("outputs: [{path: '{stem}.jpg'}]", sources: #"["photos/*"]"#)
    for (name, file, _) in files { try studio.folder.write(file.bytes, to: "photos/\(name)") }
    let hasHEVC = OptionalLibrary.libde265.load()
    _ = try studio.upright("run", "--quiet", "job.yaml")
    for (row, file) in zip(try studio.rows(), files) {
      #expect(row.source == "photos/\(file.0)")
      if let transfer = file.2 {
        #expect(
          row.error?.code == "hdr_transfer" && row.error?.message.contains(transfer) == true, "\(file.0)")
      } else if hasHEVC {
        #expect(row.error == nil, "\(file.0)")
      }
    }
  }

  @Test("HDR is refused by the name of its transfer", arguments: ["none", "process"])
  func hdr(isolation: String) throws {
    let studio = try Studio(
      "isolation: \(isolation)\noutputs: [{path: '{stem}.jpg'}]", sources: #"["photos/*"]"#)
    try studio.folder.write(TestAV1.still(TestAV1.color, [Self.nclx(9, 16, 9)]).bytes, to: "photos/a.avif")
    try studio.folder.write(TestAV1.still(TestAV1.color, [Self.nclx(9, 18, 9)]).bytes, to: "photos/b.avif")
    try studio.folder.write(Self.patches([Self.cicp(9, 16)]), to: "photos/c.png")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let rows = try studio.rows()
    #expect(rows.map(\.error?.code) == ["hdr_transfer", "hdr_transfer", "hdr_transfer"])
    #expect(
      rows.map(\.error?.message)
        == ["PQ (SMPTE ST 2084)", "HLG (ARIB STD-B67)", "PQ (SMPTE ST 2084)"].map {
          "it is an HDR picture, coded by \($0): make one of SDR of it, which can be taken"
        })
  }

  @Test("Numbers that aren't known are warned of, and the next in order counts")
  func unknown() throws {
    let studio = try Studio("outputs: [{path: '{stem}.tif'}]", sources: #"["photos/*"]"#)
    let chunk = TestPNG.chunk("iCCP", Array("p\0\0".utf8) + TestPNG.stored(BuiltInProfile.displayP3.bytes))
    try studio.folder.write(Self.patches([Self.cicp(9, 10), chunk]), to: "photos/a.png")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    #expect(try studio.rows().map { $0.warnings.map(\.code) } == [["color_assumed"]])
    let found = try TestTIFF.content(studio.folder.read("a.tif"))
    #expect(found.fields[0x8773]?.map { UInt8($0) } == BuiltInProfile.displayP3.bytes)
  }

  @Test("A profile that can't be used is warned of, whatever becomes of colours")
  func unusable() throws {
    let ink = TestProfile.cmyk { inks in [100 - 20 * inks.reduce(0, +), 0, 0] }
    let profiles = [ink, TestProfile.matrix(TestColor.adobeRGB, gamma: 1)].map {
      TestPNG.chunk("iCCP", Array("p\0\0".utf8) + TestPNG.stored($0))
    }
    let plain = Self.patches([])
    let studio = try Studio(
      "outputs: [{path: 's{stem}.tif', color: {profile: srgb}}, {path: 'k{stem}.tif'}]",
      sources: #"["photos/*"]"#)
    try studio.folder.write(Self.patches([profiles[0]]), to: "photos/cmyk.png")
    // Behind the picture, before the last chunk.
    try studio.folder.write(plain.dropLast(12) + profiles[1] + plain.suffix(12), to: "photos/late.png")
    try studio.folder.write(plain, to: "photos/none.png")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    let rows = try studio.rows()
    #expect(
      rows.map { $0.warnings.map(\.code) } == [
        ["icc_dropped"], ["icc_dropped"], ["icc_dropped"], ["icc_dropped"], [], [],
      ])
    #expect(rows.allSatisfy { $0.notes.isEmpty })
    for name in ["cmyk", "late"] {
      #expect(try studio.folder.read("s\(name).tif") == studio.folder.read("snone.tif"))
      #expect(try studio.folder.read("k\(name).tif") == studio.folder.read("knone.tif"))
    }
  }
}
