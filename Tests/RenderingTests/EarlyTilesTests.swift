import ImageModel
import RenderingSupport
import System
import TestSupport
import Testing

/// Tiles that are finished while their decode still runs.
@Suite struct EarlyTilesTests {
  private static let picture = TestPicture.smooth(width: 320, height: 256)
  private static let tiles = "tiles: {width: 80, height: 64}"

  private static func render(
    _ file: [UInt8], _ outputs: [String], isReduced: Bool, onCorrupt: String = "error"
  ) throws -> RenderedImage {
    let job = try RenderedImage.job(outputs, more: "decode: {on_corrupt: \(onCorrupt)}")
    return try RenderedImage(job, file, stored: picture.size, isReduced: isReduced)
  }

  /// The file ends in the lower half of the picture. libjpeg finds that. Our own decoder leaves such a file to libjpeg,
  /// for which the plan has no memory here.
  @Test(
    "If a decode fails in the end, the tiles that it had finished are taken back", arguments: [true, false])
  func failure(_ isReduced: Bool) throws {
    let file = try Self.picture.file()
    let cut = Array(file.prefix(file.count * 3 / 4))
    let failed = try Self.render(cut, [Self.tiles], isReduced: isReduced)
    let codes = Set(failed.errors.map { $0?.code })
    #expect(failed.errors.count == 16)
    #expect(codes == [isReduced ? .memory : .corrupt])
    #expect(failed.files.joined().isEmpty)
    let noted = failed.outcome.outputs.filter { $0.sha256 != nil || $0.bytes != nil }
    #expect(noted.isEmpty)
  }

  @Test("The tiles above damage are those of the whole file")
  func aboveDamage() throws {
    let file = try Self.picture.file()
    let cut = Array(file.prefix(file.count * 3 / 4))
    let made = try Self.render(cut, [Self.tiles], isReduced: false, onCorrupt: "none")
    let whole = try Self.render(file, [Self.tiles], isReduced: false)
    let (some, all) = (
      made.files.prefix(4).map { SHA256.digest(of: $0) }, whole.files.prefix(4).map { SHA256.digest(of: $0) }
    )
    #expect(some == all)
  }

  @Test(
    "Tiles that end early have the picture's ICC profile, as crops of the same places",
    arguments: [true, false])
  func profile(_ isReduced: Bool) throws {
    let plain = try Self.picture.file()
    let profile = TestProfile.matrix([[0.6, 0.3, 0.02], [0.2, 0.6, 0.07], [0.15, 0.06, 0.74]], gamma: 1.8)
    let file = plain[..<2] + TestProfile.segments(profile) + plain[2...]
    let tiles = try Self.render(Array(file), [Self.tiles], isReduced: isReduced)
    let places = (0..<4).flatMap { row in (0..<4).map { (80 * $0, 64 * row) } }
    let crops = try Self.render(
      Array(file), places.map { "crop: {x: \($0), y: \($1), width: 80, height: 64}" }, isReduced: isReduced)
    let differing = zip(tiles.files, crops.files).filter { $0 != $1 }
    #expect(tiles.files.count == crops.files.count)
    #expect(differing.isEmpty)
    let lacking = tiles.files.filter { $0.firstRange(of: profile) == nil }
    #expect(lacking.isEmpty)
  }
}
