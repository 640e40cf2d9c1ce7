import Foundation
import TestSupport
import Testing

@testable import Imaging

/// Gain maps of outputs that are made from coefficients, compared with what jpegtran makes of each picture alone.
struct LosslessGainMapTests {
  private static func studio(_ picture: HDRPicture, _ keys: String, output: String = "") throws -> Studio {
    let studio = try Studio("\(keys)\noutputs: [{path: x.jpg\(output)}]")
    try studio.folder.write(try picture.file(), to: "photos/a.jpg")
    try studio.folder.write(try picture.base.jpeg(), to: "base.jpg")
    try studio.folder.write(try picture.mapFile(), to: "map.jpg")
    return studio
  }

  /// Checks that the pictures in `x.jpg` have the coefficients that jpegtran makes of `base.jpg` and `map.jpg`.
  private static func expectSame(_ studio: Studio, base: String, map: String) throws {
    let read = try ReadHDR(try studio.folder.read("x.jpg"))
    for (name, bytes, options) in [("base", read.base, base), ("map", read.map, map)] {
      try studio.folder.write(bytes, to: "ours.jpg")
      #expect(
        try studio.shell(
          "jpegtran -copy none -outfile ours-bare.jpg ours.jpg && "
            + "jpegtran -copy none \(options) -outfile theirs.jpg \(name).jpg") == CommandRun(.exit(0)))
      #expect(try studio.folder.read("ours-bare.jpg") == studio.folder.read("theirs.jpg"), "\(name)")
    }
  }

  @Test("Base and map are turned", arguments: Array<UInt8>(1...8), [HDRPicture.Style.hdrgm, .iso])
  func turned(_ tag: UInt8, _ style: HDRPicture.Style) throws {
    var picture = HDRPicture(style: style)
    picture.map.isGrey = style == .hdrgm
    picture.base.segments = [.exif(orientation: tag)]
    let studio = try Self.studio(picture, "encode: {lossless: require}\nhdr: require")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let turn = "\(LosslessRunTests.turns[Int(tag) - 1]) -perfect"
    try Self.expectSame(studio, base: turn, map: turn)
    let row = try #require(try studio.rows().first)
    #expect(row.warnings == [])
    #expect(
      row.notes.first { $0.code == "gain_map_kept" }?.message.hasPrefix(tag < 5 ? "80x48" : "48x80") == true)
    #expect(
      try studio.upright("verify", "--render", "all", "job.manifest.jsonl").ending == .exit(0))
  }

  @Test("Both are cut on the grid that suits both")
  func cut() throws {
    let studio = try Self.studio(
      HDRPicture(), "encode: {lossless: require}\nisolation: none", output: ", crop: \"16,32,50,30\"")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try Self.expectSame(studio, base: "-crop 50x30+16+32", map: "-crop 25x15+8+16")
  }

  /// The map has a quarter of the width: 8 of its pixels are 32 of the picture's.
  @Test("The nearest box is named, and serves")
  func nearest() throws {
    var picture = HDRPicture()
    (picture.map.width, picture.map.height) = (40, 24)
    let message =
      "can't be made without loss: its box isn't on the grid of 32x32 pixels, "
      + "with its other edges on the gain map's pixels of 4x4; the nearest that is: crop: \"0,32,68,32\""
    let studio = try Self.studio(picture, "encode: {lossless: require}", output: ", crop: \"16,32,50,30\"")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try studio.rows().first?.error == Row.Note(code: "not_lossless", message: message))
    let probe = try studio.upright("probe", "--crop", "16,32,50,30", "photos/a.jpg").stdout
    #expect(probe.contains("lossless crop  \"0,32,68,32\"\n"))
    #expect(probe.contains("gain map       40x24, hdrgm, headroom 2.5 stops\n"))
    try studio.job(
      "sources: ['photos/*.jpg']\nencode: {lossless: require}\n"
        + "outputs: [{path: x.jpg, crop: \"0,32,68,32\"}, {path: y.jpg, crop: \"16,32,50,30\", hdr: drop}]")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try Self.expectSame(studio, base: "-crop 68x32+0+32", map: "-crop 17x8+0+8")
  }

  @Test("A box that suits only the base is encoded anew with its map, if loss is allowed")
  func auto() throws {
    var picture = HDRPicture()
    (picture.map.width, picture.map.height) = (40, 24)
    let studio = try Self.studio(picture, "encode: {lossless: auto}", output: ", crop: \"16,32,50,30\"")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    let row = try #require(try studio.rows().first)
    #expect(row.warnings.map(\.code) == ["not_lossless"])
    #expect(row.notes.map(\.code).contains("gain_map_kept"))
  }

  @Test("Apple's map must be decoded")
  func apple() throws {
    var picture = HDRPicture(style: .apple)
    picture.base.segments = [HDRPicture.appleExif(first: (3, 2), second: (5, 1000))]
    let studio = try Self.studio(picture, "encode: {lossless: require}")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let reason = "its gain map is Apple's and must be converted"
    #expect(
      try studio.rows().first?.error
        == Row.Note(code: "not_lossless", message: "can't be made without loss: \(reason)"))
    #expect(
      try studio.upright("probe", "--crop", "full", "photos/a.jpg").stdout.contains(
        "lossless crop  none: \(reason)\n"))
  }

  @Test("A damaged map leaves the base, and the row says why")
  func damaged() throws {
    let studio = try Studio(
      "encode: {lossless: require}\noutputs: [{path: x.jpg}, {path: y.jpg, hdr: require}]")
    try studio.folder.write(Array(try HDRPicture().file().dropLast(600)), to: "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let rows = try studio.rows()
    #expect(rows.map(\.status) == ["ok", "failed"])
    #expect(
      rows[0].warnings.map(\.message) == [
        "the gain map, which makes the picture HDR, isn't kept: its data is damaged; the output is SDR alone"
      ])
    #expect(
      rows[1].error
        == Row.Note(code: "no_gain_map", message: "can't be made with a gain map: its data is damaged"))
    #expect(try studio.folder.read("x.jpg").firstRange(of: Array("hdrgm".utf8)) == nil)
  }

  /// A picture whose map has 80x48 grey pixels in 60 blocks, of which the first and the last have these bits. In the
  /// Huffman code 0 is a DC difference of 0, 00 the end of a block, 01 an AC coefficient of 11 bits, and 11 nothing.
  private static func picture(first: String = "000", last: String = "000") throws -> [UInt8] {
    let blocks = first + String(repeating: "000", count: 58) + last
    let bits = blocks + String(repeating: "1", count: (8 - blocks.count % 8) % 8)
    let data = stride(from: 0, to: bits.count, by: 8).map { place in
      bits.dropFirst(place).prefix(8).reduce(UInt8(0)) { $0 << 1 | ($1 == "1" ? 1 : 0) }
    }
    func table(_ kind: UInt8, _ counts: [UInt8], _ symbols: [UInt8]) -> [UInt8] {
      JPEGBuilder.segment(0xC4, [kind] + counts + [UInt8](repeating: 0, count: 16 - counts.count) + symbols)
    }
    let coded =
      JPEGBuilder.segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
      + JPEGBuilder.frame(width: 80, height: 48, components: [(1, 0x11)])
      + table(0x00, [1], [0]) + table(0x10, [0, 2], [0x00, 0x0B]) + JPEGBuilder.scan([1]) + data + [
        0xFF, 0xD9,
      ]
    let picture = HDRPicture()
    let map = try picture.mapFile()
    let start = try #require(map.firstRange(of: [0xFF, 0xDB])).lowerBound
    return try picture.file(map: map[..<start] + coded)
  }

  /// The first block has the AC coefficient 1500. Encoders of 8 bits write at most 1023.
  @Test("A map that no encoder writes leaves the base, and the row says why")
  func unwritable() throws {
    let studio = try Studio(
      "encode: {lossless: require}\noutputs: [{path: x.jpg}, {path: y.jpg, hdr: require}]")
    try studio.folder.write(try Self.picture(first: "0" + "01" + "10111011100" + "00"), to: "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let rows = try studio.rows()
    #expect(rows.map(\.status) == ["ok", "failed"])
    #expect(rows[0].warnings.map(\.code) == ["gain_map_dropped"])
    #expect(!rows[0].notes.map(\.code).contains("gain_map_kept"))
    #expect(rows[1].error?.code == "no_gain_map")
    #expect(try studio.folder.read("x.jpg").firstRange(of: Array("hdrgm".utf8)) == nil)
  }

  /// The last block has a code that the table lacks. The cut output needs the upper blocks, and the whole one all.
  @Test("A map that is damaged for one output is kept by another, as in a job of its own")
  func partly() throws {
    let upper = "{path: x.jpg, crop: \"0,0,160,32\", resize: {width: 80}}"
    let whole = "{path: y.jpg, encode: {lossless: require}}"
    var made: [[UInt8]] = []
    for outputs in [upper, "\(whole), \(upper)"] {
      let studio = try Studio("outputs: [\(outputs)]")
      try studio.folder.write(try Self.picture(last: "011"), to: "photos/a.jpg")
      #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
      let rows = try studio.rows()
      let row = try #require(rows.first { $0.output == "x.jpg" })
      #expect(row.warnings == [] && row.notes.map(\.code).contains("gain_map_kept"))
      #expect(
        rows.filter { $0.output == "y.jpg" }.allSatisfy { $0.warnings.map(\.code) == ["gain_map_dropped"] })
      made.append(try studio.folder.read("x.jpg"))
    }
    #expect(made[0] == made[1])
  }
}
