import Glibc
import JobFile
import Imaging
import Planning
import Rendering
import Survey

/// Renders in a worker process, which it starts when it needs one: for pictures from anywhere.
///
/// A worker that dies takes only the image with it that it dies of: if it had others before, which may have harmed it,
/// the image gets a fresh worker, and one that was killed from outside gets one that works alone.
package final class ProcessRenderer: Renderer {
  private let settings: WorkerSettings
  private var worker: WorkerProcess?
  /// What workers load before they are locked in.
  private var libraries: Set<OptionalLibrary> = []
  /// Workers that died one after the other.
  private var deaths = 0
  /// How far the last worker was locked in; nil before the first one.
  package private(set) var sandbox: SandboxLevel?
  package private(set) var measurement: RenderMeasurement?

  /// Deaths one after the other after which the batch stops.
  static let mostDeaths = 50
  /// Workers that don't get ready after which it does.
  private static let mostFalseStarts = 5

  /// A renderer whose worker is started with the first image.
  package init(_ settings: WorkerSettings) { self.settings = settings }

  /// The worker that there is.
  package var process: pid_t? { worker?.process }

  /// Finds out whether workers can be locked in as `policy` says, by one that is started and ends again. Throws
  /// `refused` where they can't.
  package static func check(_ policy: SandboxPolicy) throws(Halt) {
    do throws(WorkerTrouble) { try ProcessRenderer(WorkerSettings(policy)).prepare() } catch {
      throw Halt(error)
    }
  }

  /// Starts the worker, if there is none yet, so that ``sandbox`` is known. Throws as ``render`` does.
  package func prepare() throws(WorkerTrouble) {
    var trouble = WorkerTrouble.notReady
    if worker?.isWorn(after: settings.mostImages) == true { worker = nil }
    for _ in 0..<Self.mostFalseStarts where worker == nil {
      rest()
      do throws(WorkerTrouble) {
        worker = try WorkerProcess.start(settings, libraries)
      } catch {
        guard error == .notReady else { throw error }
        trouble = error
        deaths += 1
      }
    }
    guard let level = worker?.hello.sandbox else { throw trouble }
    sandbox = level
    settings.confinement.note(level)
    if settings.policy == .require, !level.missing.isEmpty { throw .unconfined(missing: level.missing) }
  }

  /// Ends the worker.
  package func giveBack() { worker = nil }

  package func render(
    _ plan: ImagePlan, source: Int32, targets: [Int32?]
  ) throws(WorkerTrouble) -> ImageOutcome {
    let task = RenderTask(plan: plan, source: source, targets: targets, measures: settings.measures)
    measurement = nil
    if !plan.libraries.isSubset(of: libraries) {
      libraries.formUnion(plan.libraries)
      worker = nil
    }
    try prepare()
    let isFresh = worker?.images == 0
    switch try attempt(task, alone: false) {
    case .success(let outcome): return outcome
    case .failure(.killed): return try again(task, alone: true)
    case .failure(.timeout): return task.failed(.timeout)
    case .failure(let death): return isFresh ? task.failed(death) : try again(task, alone: false)
    }
  }

  /// The second and last attempt, in a fresh worker.
  private func again(_ task: RenderTask, alone: Bool) throws(WorkerTrouble) -> ImageOutcome {
    task.emptyTargets()
    try prepare()
    switch try attempt(task, alone: alone) {
    case .success(let outcome): return outcome
    case .failure(let death): return task.failed(death)
    }
  }

  private func attempt(
    _ task: RenderTask, alone: Bool
  ) throws(WorkerTrouble) -> Result<ImageOutcome, WorkerDeath> {
    let result = settings.gate.pass(alone: alone) {
      Result { () throws(WorkerTrouble) in try worker?.render(task) }
    }
    guard case .success(.some(let ending)) = result else {
      worker = nil
      _ = try result.get()
      throw .notReady
    }
    switch ending {
    case .success(let reply):
      deaths = 0
      measurement = reply.measurement
    case .failure(let death):
      worker = nil
      // An image that takes too long says nothing against its worker.
      if death != .timeout { deaths += 1 }
      if deaths > Self.mostDeaths { throw .dying(deaths) }
    }
    return ending.map(\.outcome)
  }

  /// Gives a system that kills workers time to recover.
  private func rest() {
    guard deaths > 1 else { return }
    usleep(min(settings.pause.first << min(deaths - 2, 10), settings.pause.most))
  }
}
