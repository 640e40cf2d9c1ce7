import JobFile
import Planning
import Survey
import System
import TestSupport
import Testing

@testable import Running

/// The memory that is set aside for pictures which are fetched ahead.
@Suite struct MemoryBudgetTests {
  /// Numbers of MiB.
  private struct Case {
    let budget: Int
    let needs: [Int]
    let aside: Int
  }

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
    "Pictures may have a quarter, at least 64 MiB and at most 1 GiB, but no more than all",
    arguments: [(800, 200), (100, 64), (50, 50), (8192, 1024)])
  func pictureBytes(budget: Int, most: Int) {
    #expect(MemoryBudget(budget << 20, .none).pictureBytes == most << 20)
  }

  @Test(
    "A quarter is set aside, at least 64 MiB and at most 1 GiB, but the largest image that fits still fits",
    arguments: [
      Case(budget: 800, needs: [1], aside: 200), Case(budget: 100, needs: [1], aside: 64),
      Case(budget: 8192, needs: [1], aside: 1024), Case(budget: 100, needs: [1, 70], aside: 30),
      Case(budget: 100, needs: [100], aside: 0), Case(budget: 100, needs: [101, 90], aside: 10),
    ])
  private func setAside(_ example: Case) throws {
    var budget = MemoryBudget(example.budget << 20, .none)
    let images = try example.needs.map { try Self.image($0 << 20) }
    let refused = images.map { budget.refusal($0) }
    #expect(budget.setAside(beside: images) == example.aside << 20)
    #expect(budget.bytes == (example.budget - example.aside) << 20)
    // The same images are refused, in the same words.
    #expect(images.map { budget.refusal($0) } == refused)
  }
}
