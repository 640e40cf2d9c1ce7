import System
import Glibc
import JobFile
import Imaging
import Planning
import Rendering
import Survey

/// Renders in a worker process, for pictures from strangers. The worker process starts with the first image.
///
/// If a worker process dies, only its current image can fail. In two cases the image gets a second try in a
/// fresh worker process. In the first case, the dead process had rendered other images, and one of them may
/// have harmed it. In the second case, something outside killed the process; then no other worker process
/// works during the second try. After a timeout there is no second try.
package final class ProcessRenderer: Renderer {
  private let settings: WorkerSettings
  private var worker: WorkerProcess?
  /// The libraries that worker processes load before their sandbox closes.
  private var libraries: Set<OptionalLibrary> = []
  /// The number of worker processes that died one after the other.
  private var deaths = 0
  /// The sandbox of the last worker process; nil before the first one.
  package private(set) var sandbox: SandboxLevel?
  package private(set) var measurement: RenderMeasurement?

  /// A renderer that starts its worker process with the first image.
  package init(_ settings: WorkerSettings) { self.settings = settings }

  /// The current worker process.
  package var process: pid_t? { worker?.process }

  /// Starts and ends one worker process to find out if the system can meet `policy`. Throws `refused` if it
  /// can't.
  package static func check(_ policy: SandboxPolicy) throws(Halted) {
    do throws(WorkerTrouble) { try ProcessRenderer(WorkerSettings(policy)).prepare() } catch {
      throw Halted(Halt(error))
    }
  }

  /// Starts the worker process, if there is none, so that ``sandbox`` is known. Throws as ``render`` does.
  package func prepare() throws(WorkerTrouble) {
    var trouble = WorkerTrouble.notReady
    if worker?.isWorn(after: settings.mostImages) == true { worker = nil }
    for _ in 0..<FixedLimits.Work.workerFalseStarts where worker == nil {
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

  /// Ends the worker process.
  package func giveBack() { worker = nil }

  package func render(
    _ plan: ImagePlan, source: Int32, mask: Int32?, targets: [Int32?]
  ) throws(WorkerTrouble) -> ImageOutcome {
    let task = RenderTask(
      plan: plan, source: source, mask: mask, targets: targets, measures: settings.measures)
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

  /// The second and last attempt, in a fresh worker process.
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
      // A timeout isn't counted: the image takes too long, and the worker process is not at fault.
      if death != .timeout { deaths += 1 }
      if deaths > FixedLimits.Work.workerDeaths { throw .dying(deaths) }
    }
    return ending.map(\.outcome)
  }

  /// Waits if several worker processes died in a row, so that the system can recover.
  private func rest() {
    guard deaths > 1 else { return }
    usleep(min(settings.pause.first << min(deaths - 2, 10), settings.pause.most))
  }
}
