import ImageModel
import JobFile
import Planning
import Survey
import TestSupport
import Testing

@testable import Rendering
@testable import Running
@testable import State
@testable import System
@testable import Workers

/// `limits.seconds_per_image`.
struct TimeLimitTests {
  /// Notes how long it may take for each round, and makes nothing.
  private final class Recorder: Renderer {
    var seconds: [Double] = []
    var measurement: RenderMeasurement? { nil }

    func render(_ plan: ImagePlan, source: Int32, mask: Int32?, targets: [Int32?]) -> ImageOutcome {
      seconds.append(plan.seconds)
      return ImageOutcome(of: plan, failedBy: Finding(.corrupt, "no"))
    }

    func giveBack() {}
  }

  /// The seconds that each of four rounds of a picture gets, and the codes that its outputs fail by.
  private static func rounds(limit: String) throws -> (seconds: [Double], codes: Set<Finding.Code?>) {
    let outputs = (0..<400).map { "{path: \($0).jpg, resize: {width: 20}}" }.joined(separator: ", ")
    let studio = try Studio("limits: {seconds_per_image: \(limit)}\noutputs: [\(outputs)]")
    try studio.add(Picture(), "photos/a.jpg")
    let spec = try JobFileReader.read(text: try studio.folder.read("job.yaml"), file: "job.yaml").get()
    let folders = JobFolders(spec, file: "job.yaml", root: nil, current: studio.folder.path)
    let store = SourceStore(folders)
    var plan = try JobSurvey(
      spec, folders, store, file: "job.yaml", reserved: ReservedPlaces([folders]),
      pool: ThreadPool(width: 1)
    ).plan().get()
    // A decode for each hundred, and so a round.
    plan.images[0].decodes = Array(repeating: plan.images[0].decodes[0], count: 4)
    for index in 0..<400 { plan.images[0].outputs[index].decode = index / 100 }

    let state = try JobState(spec, folders, waiting: 0, unless: StopRequest())
    let freshness = Freshness(
      store, state.journal, state.outputs, versions: RecipeVersions(""), existing: .replace,
      renewal: Renewal())
    let recorder = Recorder()
    let image = try #require(
      try ImageMaker(store, state, freshness, MemoryBudget(nil, .none)).make(plan.images[0], recorder))
    return (recorder.seconds, Set(image.outcome.outputs.map(\.error?.code)))
  }

  @Test("The rounds of one picture share its time")
  func shared() throws {
    let (seconds, codes) = try Self.rounds(limit: "3600")
    #expect(seconds.count == 4)
    #expect(seconds.allSatisfy { $0 < 3600 })
    #expect(zip(seconds, seconds.dropFirst()).allSatisfy { $0 > $1 })
    #expect(codes == [.corrupt])
  }

  @Test("No round begins when the time is over")
  func over() throws {
    let (seconds, codes) = try Self.rounds(limit: "0.0000001")
    #expect(seconds == [])
    #expect(codes == [.timeout])
  }

  private static let late = Row.Note(code: "timeout", message: "took longer than limits.seconds_per_image")

  private static func studio(_ isolation: String, size: Int, limit: String) throws -> Studio {
    let studio = try Studio(
      """
      isolation: \(isolation)
      limits: {seconds_per_image: \(limit)}
      outputs: [{path: "out/{stem}.avif", resize: {width: \(size), enlarge: true}, speed: 0}]
      """)
    try studio.add(Picture(width: 64, height: 64), "photos/a.jpg")
    return studio
  }

  @Test("An encoder that can't be interrupted fails when it took too long, and the run warns before")
  func encoders() throws {
    let studio = try Self.studio("none", size: 200, limit: "0.2")
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(1))
    #expect(
      run.stderr.hasPrefix(
        """
        job.yaml: warning: encoding 'out/a.avif' takes about 2 s, longer than limits.seconds_per_image (0.2), and \
        nothing interrupts it with 'isolation: none': raise 'speed' or lower 'effort'
        photos/a.jpg: failed: took longer than limits.seconds_per_image (timeout)

        """))
    #expect(try studio.rows().map(\.error) == [Self.late])
    #expect(!studio.folder.files().contains("out/a.avif"))
  }

  @Test(
    "The plan warns of encoders without an end, and only where no worker can be ended",
    arguments: ["none", "process"])
  func planned(_ isolation: String) throws {
    let plan = try Self.studio(isolation, size: 2000, limit: "30").upright("plan", "job.yaml")
    #expect(plan.ending == .exit(0))
    #expect(
      plan.stderr
        == (isolation == "process"
          ? ""
          : """
          job.yaml: warning: encoding 'out/a.avif' takes about 112 s, longer than limits.seconds_per_image (30.0), and \
          nothing interrupts it with 'isolation: none': raise 'speed' or lower 'effort'

          """))
  }
}
