import JobFile
import System
import Testing

@testable import ImageModel
@testable import Planning

/// Plans of pictures with mask files.
@Suite struct MaskPlanTests {
  private static func job(_ outputs: String...) throws -> PlannedJob {
    let lines = outputs.map { "\n  - {\($0)}" }.joined()
    return try PlannedJob("sources: [{path: a.jpg, masks: 'masks/{stem}.png'}]\noutputs:\(lines)")
  }

  private static func info(_ width: Int, _ height: Int) -> SourceInfo {
    var info = SourceInfo(width, height)
    let version = SourceVersion(FileIdentity(bytes: 900, modified: 1_700_000_000_123_456_789, inode: 78))
    let layout = LabelLayout(
      size: PixelSize(width: width, height: height), bits: 8, hasPalette: false, isInterlaced: false)
    info.mask = .success(SourceMask(path: "masks/a.png", version: version, layout: layout))
    return info
  }

  @Test func outputsWithMasksAreNotMadeAhead() throws {
    let job = try Self.job("path: b.jpg, mask: b.png")
    let info = Self.info(60, 40)
    let plan = try job.image(info)
    #expect(plan.mask?.path == "masks/a.png")
    #expect(plan.outputs.map(\.error) == [nil, nil])
    let planner = Planner(job.spec)
    let small = planner.smallPicture(of: plan, info, side: 16)
    #expect(planner.together(plan, with: small, info) == nil)
  }

  /// A picture has at most 10,000 outputs.
  @Test func tilesCountTwiceWithMasks() throws {
    let tiles = "path: '{row}-{col}.jpg', tiles: {width: 1, height: 1}, mask: '{row}-{col}.png'"
    let plan = try Self.job(tiles).image(Self.info(90, 70))
    let start = "the crop of 90x70 has 6300 tiles with masks, more than "
    let alone = Finding(.tooManyTiles, start + "5000: make 'tiles' larger")
    #expect(plan.outputs.map(\.error) == [alone, alone])
    let others = try Self.job("path: b.jpg, mask: b.png", tiles).image(Self.info(90, 70))
    let rest = Finding(.tooManyTiles, start + "the 4999 that other outputs leave: make 'tiles' larger")
    #expect(others.outputs.map(\.error) == [nil, nil, rest, rest])
  }
}
