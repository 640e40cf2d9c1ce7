import ImageModel
import Testing

@testable import JobFile
@testable import Planning

/// Pictures that `where` leaves out.
@Suite struct FilterPlanTests {
  private static func plan(_ bounds: String, _ info: SourceInfo, keys: String = "") throws -> ImagePlan {
    try PlannedJob(
      "sources: [{path: a.jpg\(keys)}]\nwhere: {\(bounds)}\noutputs: [{path: b.jpg}, {path: c.png}]"
    )
    .image(info)
  }

  /// The tag 6 turns a stored picture of 300x500 to one of 500x300.
  @Test(
    "The first bound that the shown picture doesn't keep is named",
    arguments: [
      ("min_width: 501", "its width is 500, less than where.min_width (501)"),
      ("min_height: 301", "its height is 300, less than where.min_height (301)"),
      ("min_aspect: 1.7", "its aspect is 500:300, less than where.min_aspect (1.7)"),
      ("max_aspect: '3:2'", "its aspect is 500:300, more than where.max_aspect (3:2)"),
      ("max_aspect: 1, min_width: 512", "its width is 500, less than where.min_width (512)"),
      ("min_width: 500, min_height: 300, min_aspect: '5:3', max_aspect: '5:3'", nil),
    ])
  func bounds(_ bounds: String, _ message: String?) throws {
    let plan = try Self.plan(bounds, SourceInfo(300, 500, tag: .rightTop))
    #expect(plan.error == message.map { Finding(.filtered, $0) })
    #expect(plan.isFiltered == (message != nil))
  }

  @Test("A filtered picture has rows without paths, and its size as shown")
  func rows() throws {
    let plan = try Self.plan("min_width: 501", SourceInfo(300, 500, tag: .rightTop))
    #expect(plan.outputs.map(\.path) == [nil, nil])
    #expect(
      plan.outputs.map(\.displaySize) == [
        PixelSize(width: 500, height: 300), PixelSize(width: 500, height: 300),
      ])
    #expect(plan.decodes.isEmpty && plan.peakBytes == 0 && plan.isConsistent)
    let batch = BatchPlan(images: [plan])
    #expect((batch.rows, batch.filteredRows, batch.failedRows) == (2, 2, 0))
  }

  @Test(
    "The bounds of an entry replace those of the job, and 'orientation: ignore' shows the picture as stored")
  func levels() throws {
    let info = SourceInfo(300, 500, tag: .rightTop)
    #expect(try !Self.plan("min_width: 501", info, keys: ", where: {}").isFiltered)
    #expect(try Self.plan("min_width: 1", info, keys: ", where: {max_aspect: 1}").isFiltered)
    #expect(try !Self.plan("max_aspect: 1", info, keys: ", orientation: ignore").isFiltered)
  }

  @Test("A picture that is too small and too large for the job is filtered, which is no failure")
  func excess() throws {
    let plan = try Self.plan("min_width: 501", SourceInfo(300, 500, bytes: 1 << 30))
    #expect(plan.isFiltered)
  }

  @Test("Numbers in paths of the other pictures stay as they are")
  func numbers() throws {
    let keys = "files_per_folder: 1\noutputs: [{path: '{folder}/{index}.jpg'}]"
    let sources = "sources: [{path: a.jpg}, {path: b.jpg, where: {min_width: 9999}}, {path: c.jpg}]"
    let job = try PlannedJob("\(sources)\n\(keys)")
    let expansion = SourceExpansion(
      sources: job.spec.sources, exclude: [], base: BaseFolder("/base"), file: "job.yaml", reserved: [])
    var images = try job.images(SourceInfo(300, 500))
    Planner(job.spec).distributeIntoFolders(&images, of: expansion.items)
    #expect(images.map { $0.outputs[0].path } == ["000000/000001.jpg", nil, "000002/000003.jpg"])
  }
}
