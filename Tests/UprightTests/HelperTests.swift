import Foundation
import ImageModel
import JobFile
import Planning
import Survey
import Synchronization
import TestSupport
import Testing
import Workers

@testable import Running
@testable import State
@testable import System
@testable import Workers

/// Idle processors help to decode one large image.
struct HelperTests {
  @Test("A large image with restart intervals becomes the same, however many decode it")
  func same() throws {
    let picture = TestPicture.noisy(width: 1201, height: 1333)
    var kind = TestJPEG(.ycbcr)
    (kind.sampling, kind.restart) = ([.init(2, 2)], 19)
    let file = try kind.file(picture)
    var made: [[[UInt8]]] = []
    for isolation in ["none", "process"] {
      let studio = try Studio(
        """
        isolation: \(isolation)
        decode: {on_corrupt: none}
        outputs:
          - {path: "{stem}.jpg", resize: "500,"}
          - {path: "{stem}-cut.png", crop: "300,400,801,700", resize: "400,"}
        """)
      try studio.folder.write(file, to: "photos/a.jpg")
      // Damage in the last rows, so that libjpeg takes over.
      try studio.folder.write(Array(file.dropLast(2000)), to: "photos/b.jpg")
      for jobs in [1, 2, 9] {
        let run = try studio.upright("run", "--quiet", "--force", "--jobs", "\(jobs)", "job.yaml")
        #expect(run == CommandRun(.exit(0)))
        let rows = try studio.rows()
        #expect(
          rows.map { $0.notes.contains { $0.code == "decoded_by_libjpeg" } } == [false, false, true, true])
        made.append(
          try ["a.jpg", "a-cut.png", "b.jpg", "b-cut.png", "job.manifest.jsonl"].map {
            try studio.folder.read($0)
          })
      }
    }
    #expect(made.allSatisfy { $0.dropLast() == made[0].dropLast() })
    #expect(Set(made[..<3].map(\.last)).count == 1 && Set(made[3...].map(\.last)).count == 1)
  }

  private final class Counts: Sendable {
    let all = Mutex<[Int]>([])
  }

  /// How many helpers each renderer gets of a run of `count` images, in a pool of so many threads.
  private static func helpers(_ count: Int, width: Int, memory: Int? = nil) throws -> Set<Int> {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    for index in 0..<count { try studio.add(Picture(), "photos/\(index).jpg") }
    let spec = try JobFileReader.read(text: try studio.folder.read("job.yaml"), file: "job.yaml").get()
    let folders = JobFolders(spec, file: "job.yaml", root: nil, current: studio.folder.path)
    let store = SourceStore(folders)
    let pool = ThreadPool(width: width)
    let plan = try JobSurvey(
      spec, folders, store, file: "job.yaml", reserved: ReservedPlaces([folders]), pool: pool
    ).plan().get()
    let state = try JobState(spec, folders, waiting: 0, unless: StopRequest())
    let freshness = Freshness(
      store, state.journal, state.outputs, versions: RecipeVersions(""), existing: .replace,
      renewal: Renewal())
    let counts = Counts()
    let most = plan.images.map(\.peakBytes).max() ?? 0
    let budget = MemoryBudget(memory.map { $0 + most }, .none)
    let runner = Runner(pool: pool, memory: budget) { helpers in
      counts.all.withLock { $0.append(helpers) }
      return ThreadRenderer(helpers: helpers)
    }
    try runner.make(
      plan.images, at: Array(0..<Int32(count)), by: ImageMaker(store, state, freshness, budget),
      into: try CommitQueue(state) { _ in })
    return Set(counts.all.withLock { $0 })
  }

  @Test("Threads that no image is for help those that have one, where memory allows it")
  func counts() throws {
    #expect(try Self.helpers(1, width: 1) == [0])
    #expect(try Self.helpers(1, width: 2) == [1])
    #expect(try Self.helpers(1, width: 30) == [7])
    #expect(try Self.helpers(2, width: 3) == [0])
    #expect(try Self.helpers(2, width: 6) == [2])
    #expect(try Self.helpers(3, width: 2) == [0])
    #expect(try Self.helpers(1, width: 8, memory: 2 * WorkerLimits.helperBytes) == [2])
    #expect(try Self.helpers(1, width: 8, memory: 0) == [0])
  }
}
