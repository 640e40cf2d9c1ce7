import JobFile
import Planning
import Survey
import System
import TestSupport
import Testing

@testable import Running

/// The memory that is set aside for pictures which are fetched ahead.
@Suite struct MemoryBudgetTests {
  /// A plan of an image that needs so many bytes.
  private static func image(_ bytes: Int) throws -> ImagePlan {
    let folder = try TemporaryDirectory()
    try folder.write(TestTIFF(8, 8, photometric: 1, channels: 1, bits: 8) { x, _, _ in x }.file, to: "a.tif")
    let job = "version: 1\nsources: [a.tif]\noutputs: [{path: \"out/{stem}.png\"}]"
    let spec = try JobFileReader.read(text: Array(job.utf8), file: "job.yaml").get()
    let folders = JobFolders(spec, file: "job.yaml", root: nil, current: folder.path)
    let survey = JobSurvey(
      spec, folders, SourceStore(folders), file: "job.yaml", reserved: ReservedPlaces([folders]),
      pool: ThreadPool(width: 1))
    var image = try #require(try survey.plan().get().images.first)
    image.peakBytes = bytes
    return image
  }

  @Test(
    "A quarter is set aside, at least 64 MiB and at most 1 GiB, but the largest image that fits still fits",
    arguments: [
      (800 << 20, [1 << 20], 200 << 20), (100 << 20, [1 << 20], 64 << 20), (8 << 30, [1 << 20], 1 << 30),
      (100 << 20, [1 << 20, 70 << 20], 30 << 20), (100 << 20, [100 << 20], 0),
      (100 << 20, [101 << 20, 90 << 20], 10 << 20),
    ])
  func setAside(_ bytes: Int, needs: [Int], aside: Int) throws {
    var budget = MemoryBudget(bytes, .none)
    let images = try needs.map { try Self.image($0) }
    let refused = images.map { budget.refusal($0) }
    #expect(budget.setAside(beside: images) == aside)
    #expect(budget.bytes == bytes - aside)
    // The same images are refused, in the same words.
    #expect(images.map { budget.refusal($0) } == refused)
  }
}
