import Foundation
import ImageModel
import JobFile
import Planning
import Survey
import Synchronization
import TestSupport
import Testing

@testable import Rendering
@testable import Running
@testable import State
@testable import System
@testable import Workers

/// Sources that aren't what they were when their turn comes.
struct VanishedTests {
  private final class Outcomes: Sendable {
    let all = Mutex<[String: ImageOutcome]>([:])
  }

  /// Runs a job of two pictures, one of which is changed after the plan, and expects it alone to fail.
  private static func expect(_ finding: Finding, after change: (Studio) throws -> Void) throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(Picture(), "photos/a.jpg")
    try studio.add(Picture(), "photos/b.jpg")
    let spec = try JobFileReader.read(text: try studio.folder.read("job.yaml"), file: "job.yaml").get()
    let folders = JobFolders(spec, file: "job.yaml", root: nil, current: studio.folder.path)
    let store = SourceStore(folders)
    let pool = ThreadPool(width: 1)
    let plan = try JobSurvey(
      spec, folders, store, file: "job.yaml", reserved: ReservedPlaces([folders]), pool: pool
    ).plan().get()
    try change(studio)
    let before = studio.folder.files()

    let outcomes = Outcomes()
    let state = try JobState(spec, folders, waiting: 0, unless: StopRequest())
    let queue = try CommitQueue(state) { image in
      outcomes.all.withLock { $0[image.plan.source] = image.outcome }
    }
    let freshness = Freshness(
      store, state.journal, state.outputs, versions: RecipeVersions(""), existing: .replace,
      renewal: Renewal())
    let memory = MemoryBudget(nil, .none)
    let maker = ImageMaker(store, state, freshness, memory)
    try Runner(pool: pool, memory: memory) { _ in ThreadRenderer() }
      .make(plan.images, at: [0, 1], by: maker, into: queue)
    let ended = outcomes.all.withLock { $0 }
    #expect(
      ended["photos/a.jpg"] == ImageOutcome(sourceSHA256: nil, outputs: [OutputOutcome(error: finding)]))
    #expect(ended["photos/b.jpg"]?.outputs.first?.error == nil)
    #expect(Set(studio.folder.files()) == Set(before + ["out/b.jpg"]))
  }

  @Test("A file that vanished between plan and run")
  func vanished() throws {
    try Self.expect(Finding(.notFound, "there is no such file")) {
      try FileManager.default.removeItem(atPath: $0.folder.path("photos/a.jpg"))
    }
  }

  @Test("A file that changed between plan and run")
  func changed() throws {
    try Self.expect(Finding(.sourceChanged, "changed after it was planned")) {
      try $0.add(Picture(width: 10, height: 10), "photos/a.jpg")
    }
  }
}
