import ImageModel
import JobFile
import Testing

@testable import Planning

/// Plans of entries with `widths` and `formats`.
@Suite struct WidthPlanTests {
  private static let job = """
    sources: [{path: a.jpg}]
    outputs:
      - {path: "{stem}.png"}
      - {path: "{stem}-{width}.{format}", widths: [32, 64, 128], formats: [jpeg, webp]}
      - {path: "cut/{width}.{format}", crop: "0,0,50,40", widths: [20, 60, 70], formats: [tiff], larger: skip}
    """

  private func paths(_ info: SourceInfo) throws -> [String?] {
    try PlannedJob(Self.job).image(info).outputs.map(\.path)
  }

  @Test func aSmallSourceMakesItsOwnWidthOnce() throws {
    #expect(
      try paths(SourceInfo(200, 100)) == [
        "a.png", "a-32.jpg", "a-32.webp", "a-64.jpg", "a-64.webp", "a-128.jpg", "a-128.webp", "cut/20.tif",
      ])
    #expect(
      try paths(SourceInfo(100, 50)) == [
        "a.png", "a-32.jpg", "a-32.webp", "a-64.jpg", "a-64.webp", "a-100.jpg", "a-100.webp", "cut/20.tif",
      ])
    #expect(
      try paths(SourceInfo(64, 100)) == [
        "a.png", "a-32.jpg", "a-32.webp", "a-64.jpg", "a-64.webp", "cut/20.tif",
      ])
    #expect(try paths(SourceInfo(10, 10)) == ["a.png", "a-10.jpg", "a-10.webp", "cut/10.tif"])
    // 10 columns as stored, 90 as shown.
    #expect(
      try paths(SourceInfo(10, 90, tag: .rightTop)) == [
        "a.png", "a-32.jpg", "a-32.webp", "a-64.jpg", "a-64.webp", "a-90.jpg", "a-90.webp", "cut/20.tif",
      ])
  }

  @Test func ownWidthsHaveNoWarningAndKnowTheirEntry() throws {
    let job = try PlannedJob(Self.job)
    let plan = try job.image(SourceInfo(50, 50))
    #expect(plan.outputs.allSatisfy { $0.warnings == [] && $0.error == nil })
    #expect(plan.outputs.map(\.size?.width) == [50, 32, 32, 50, 50, 20])
    #expect(plan.outputs.map(\.entry) == [0, 1, 2, 3, 4, 7])
    #expect(
      plan.outputs.indices.map { job.spec.entry(ofOutput: $0, of: plan).location.line } == [4, 5, 5, 5, 5, 6])
    // All outputs are resampled from one decode.
    #expect(plan.decodes.count == 1)
  }

  @Test func tilesOfAnotherEntryChangeNoWidth() throws {
    let job = try PlannedJob(
      """
      sources: [{path: a.jpg}]
      outputs:
        - {path: "{stem}-{width}.{format}", widths: [16, 500, 600], formats: [jpeg, webp]}
        - {path: "skip/{width}.png", widths: [16, 500, 600], larger: skip}
        - {path: "{row}-{col}.png", tiles: {width: 90, height: 90}}
      """)
    let plan = try job.image(SourceInfo(87, 83))
    #expect(
      plan.outputs.map(\.path)
        == ["a-16.jpg", "a-16.webp", "a-87.jpg", "a-87.webp", "skip/16.png", "000000-000000.png"])
    #expect(plan.outputs.allSatisfy { $0.warnings == [] && $0.error == nil })
    #expect(plan.outputs.map(\.entry) == [0, 1, 2, 3, 6, 9])
    #expect(job.refusals([plan]) == [])
  }

  @Test func aSourceThatCannotBeReadHasARowForEachOutput() throws {
    let job = try PlannedJob(Self.job)
    let item = SourceExpansion(
      sources: job.spec.sources, exclude: [], base: BaseFolder("/base"), file: "job.yaml", reserved: []
    ).items[0]
    let refusal = SourceRefusal(Finding(.emptyFile, "the file is empty"))
    let plan = Planner(job.spec).plan(item, index: 1, info: .failure(refusal))
    #expect(plan.outputs.count == 10)
    #expect(plan.outputs.map(\.path).compactMap(\.self) == ["a.png"])
  }

  @Test func collisionsNameTheLineOfTheEntry() throws {
    let job = try PlannedJob(Self.job + "\n  - {path: \"{stem}-{width}.jpg\"}")
    #expect(
      job.refusals([try job.image(SourceInfo(64, 64))]).map { "\($0.location?.line ?? 0): \($0.message)" }
        == [
          "7: 'a-64.jpg' would be written twice for 'a.jpg', by the output in line 5 too: change one 'path', or set "
            + "'on_collision: fail_rows' to fail only these rows"
        ])
  }
}
