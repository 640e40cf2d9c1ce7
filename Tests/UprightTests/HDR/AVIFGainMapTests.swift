import Foundation
import TestSupport
import Testing

@testable import Imaging

/// Gain maps in AVIF outputs.
struct AVIFGainMapTests {
  private static func avif(
    _ picture: HDRPicture, _ output: String = ""
  ) throws -> (studio: Studio, row: Row, file: [UInt8]) {
    let studio = try Studio("hdr: require\noutputs: [{path: x.avif, quality: 95\(output)}]")
    try studio.folder.write(try picture.file(), to: "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    #expect(try studio.upright("verify", "--render", "all", "job.manifest.jsonl").ending == .exit(0))
    return (studio, try #require(try studio.rows().first), try studio.folder.read("x.avif"))
  }

  /// The content of the first box of a type, as ISO/IEC 14496-12 writes boxes.
  private static func box(_ type: String, in file: [UInt8]) throws -> ArraySlice<UInt8> {
    let name = try #require(file.firstRange(of: Array(type.utf8)))
    let length = file[(name.lowerBound - 4)..<name.lowerBound].reduce(0) { $0 << 8 | Int($1) }
    return file[name.upperBound..<(name.lowerBound - 4 + length)]
  }

  @Test(
    "The file has an item 'tmap' of base and map, which viewers prefer to the base", arguments: [false, true])
  func boxes(isGrey: Bool) throws {
    var picture = HDRPicture()
    picture.map.isGrey = isGrey
    let (_, row, file) = try Self.avif(picture)
    #expect(row.notes.contains { $0.code == "gain_map_kept" && $0.message.hasPrefix("80x48, hdrgm") })
    #expect(try Self.box("ftyp", in: file).suffix(4) == Array("tmap".utf8)[...])
    // An item's number, how many it refers to, and these.
    #expect(Array(try Self.box("dimg", in: file)) == [0, 3, 0, 2, 0, 1, 0, 2])
    #expect(Array(try Self.box("altr", in: file).dropFirst(8)) == [0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 1])
    let written = try #require(file.firstRange(of: [0] + HDRPicture().block.prefix(5)))
    #expect(
      Array(file[written.lowerBound + 1..<written.lowerBound + 1 + HDRPicture().block.count])
        == HDRPicture().block)
    for claim in ["hdrgm", "GainMap"] {
      #expect(file.firstRange(of: Array(claim.utf8)) == nil, "\(claim)")
    }
  }

  @Test(
    "The map comes back, turned and cut with the picture",
    arguments: [(1, ""), (6, ""), (3, ", crop: \"10,6,90,60\"")])
  func roundTrip(_ tag: UInt8, _ crop: String) throws {
    var picture = HDRPicture(style: .iso)
    picture.base.segments = [.exif(orientation: tag)]
    let (studio, _, _) = try Self.avif(picture, crop)
    try studio.job(
      "sources: [x.avif]\nquality: 100\nhdr: require\n"
        + "outputs: [{path: back.jpg}]", "back.yaml")
    #expect(try studio.upright("run", "--quiet", "back.yaml").ending == .exit(0))
    let map = try #require(try TurboJPEG.planes(ReadHDR(try studio.folder.read("back.jpg")).map).first)
    var expected = try #require(try TurboJPEG.planes(try picture.mapFile()).first).shown(tag)
    if !crop.isEmpty { expected = expected.cropped(x: 5, y: 3, width: 45, height: 30) }
    #expect((map.width, map.height) == (expected.width, expected.height))
    #expect(map.psnr(expected) >= 35)
  }

  @Test("A map in an AVIF whose orientation is kept has the picture's turn")
  func kept() throws {
    var picture = HDRPicture()
    picture.base.segments = [.exif(orientation: 6)]
    let (studio, _, file) = try Self.avif(picture, ", orientation: keep")
    // libavif refuses a file whose 'tmap' has another size than its base before the turn.
    let sizes = file.ranges(of: Array("ispe".utf8)).map {
      Array(file[$0.upperBound + 4..<$0.upperBound + 12])
    }
    #expect(sizes == [[0, 0, 0, 160, 0, 0, 0, 96], [0, 0, 0, 80, 0, 0, 0, 48]])
    #expect(
      try studio.upright("probe", "x.avif").stdout.contains(
        "  gain map      80x48, iso_21496_1, headroom 2.5 stops\n"))
    try studio.job("sources: [x.avif]\nhdr: require\noutputs: [{path: back.jpg}]", "back.yaml")
    #expect(try studio.upright("run", "--quiet", "back.yaml").ending == .exit(0))
    let map = try #require(try TurboJPEG.planes(ReadHDR(try studio.folder.read("back.jpg")).map).first)
    #expect((map.width, map.height) == (48, 80))
  }

  /// The flag of the base's colour space, 0x40, is missing in these numbers.
  @Test("The alternate's primaries go through, if gains are applied in them", arguments: [true, false])
  func colors(areOfBase: Bool) throws {
    var block = HDRPicture().block
    if !areOfBase { block[4] = 0 }
    let numbers = HEIFBuilder.box("colr", Array("nclx".utf8) + [0, 12, 0, 16, 0, 0, 0x80])
    let studio = try Studio("hdr: require\noutputs: [{path: x.avif}]", sources: "[photos/a.avif]")
    try studio.folder.write(
      HEIFGainMapTests.toneMapped(TestAV1.pair(), block, [numbers]).bytes, to: "photos/a.avif")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    let file = try studio.folder.read("x.avif")
    let written = file.ranges(of: Array("nclx".utf8)).map { Array(file[$0.upperBound..<$0.upperBound + 4]) }
    // Those of the base, of the map, and of the alternate by PQ.
    #expect(written == [[0, 1, 0, 13], [0, 2, 0, 2], [0, areOfBase ? 1 : 12, 0, 16]])
  }

  @Test("max_bytes counts the map")
  func maxBytes() throws {
    let (_, row, file) = try Self.avif(HDRPicture(), ", max_bytes: 3000")
    #expect(file.count <= 3000 && row.notes.map(\.code).contains("gain_map_kept"))
  }
}
