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
}
