import Foundation
import JobFile
import Planning
import Synchronization
import TestSupport
import Testing

@testable import Execution

/// Sources that are gone when their turn comes.
struct VanishedTests {
  private final class Outcomes: Sendable {
    let all = Mutex<[String: ImageOutcome]>([:])
  }

  @Test("A file that vanished between plan and run")
  func vanished() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(Picture(), "photos/a.jpg")
    try studio.add(Picture(), "photos/b.jpg")
    let spec = try JobFileReader.read(text: try studio.folder.read("job.yaml"), file: "job.yaml").get()
    let folders = JobFolders(spec, file: "job.yaml", root: nil, current: studio.folder.path)
    let pool = WorkerPool(width: 1)
    let plan = try JobSurvey(
      spec, folders, file: "job.yaml", reserved: ReservedPlaces([folders]), pool: pool
    ).plan().get()
    try FileManager.default.removeItem(atPath: studio.folder.path("photos/a.jpg"))

    let outcomes = Outcomes()
    BatchRunner(folders, pool: pool, stopsAtFailure: false).run(plan.images) { image, outcome in
      outcomes.all.withLock { $0[image.source] = outcome }
      return true
    }
    let ended = outcomes.all.withLock { $0 }
    #expect(
      ended["photos/a.jpg"]
        == ImageOutcome(
          sourceSHA256: nil, outputs: [OutputOutcome(error: .init(.notFound, "there is no such file"))]))
    #expect(ended["photos/b.jpg"]?.outputs.first?.error == nil)
    #expect(studio.folder.files() == ["job.yaml", "out/b.jpg", "photos/b.jpg"])
  }
}
