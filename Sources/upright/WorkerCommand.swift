import ArgumentParser
import Glibc
import ImageModel
import JobFile
import Planning
import Reporting
import Sharding
import State
import Survey
import Synchronization
import System

/// `upright worker`: makes the items that another program deals out.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Make the items of a plan that come in by standard input.",
    usage: "upright worker [<options>] --jsonl --plan <file>",
    discussion: """
      For engines that keep workers: Ray, Celery and their like. A line of the plan in, a result out, in any order: as \
      many are in work as --jobs says. The end of the input ends it, when all is made. What is made is in place, and \
      noted, before its result is written. 'upright merge' then makes the manifest.

        upright worker --jsonl --plan plan.jsonl <items.jsonl >results.jsonl
      """)

  @Flag(help: "Items and results are JSON lines.")
  var jsonl = false

  @Option(
    help: ArgumentHelp("The plan that the items are of.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var plan: String

  @OptionGroup var base: RootOption
  @OptionGroup var width: JobsOption
  @OptionGroup var memory: MemoryOption

  func validate() throws {
    if !jsonl { throw ValidationError("Say --jsonl: there is no other form of items yet") }
  }

  func run() throws {
    let (stop, closing) = (StopRequest(), Closing())
    do throws(SystemError) {
      try SignalWatch.start(stop, asked: { closing.announce(stop) }) { closing.end(stop) }
    } catch {
      Log.tell(LogEntry(.error, "can't start a thread: \(error.message)"))
      throw ExitStatus.later
    }
    let frozen = try FrozenPlan.open(plan)
    let job = try LoadedJob.frozen(frozen, root: base.root)
    if job.spec.onError.policy == .stop {
      throw frozen.refuse("'on_error.policy: stop' can't hold for workers: use continue")
    }
    let state = try TakenJob.worker(job, unless: stop)
    let feed = WorkerFeed(job, stop)
    do throws(Halt) {
      try feed.run(state, pool: width.pool, memory: memory.bytes, closing)
    } catch {
      Log.tell(LogEntry(.error, file: plan, error.message))
      throw max(ExitStatus(error), stop.reason.map(ExitStatus.init) ?? .done)
    }
    if let reason = stop.reason {
      feed.tell(reason)
      throw ExitStatus(reason)
    }
    if let status = feed.status { throw status }
  }
}

extension TakenJob {
  /// Takes the job in hand as one of its workers. Throws, having said why, where that can't be done.
  fileprivate static func worker(_ job: LoadedJob, unless stop: StopRequest) throws(ExitStatus) -> JobState {
    if job.spec.sandbox == .require { try checkSandbox(job) }
    for number in 0..<mostWorkers {
      do throws(StateRefusal) {
        let state = try JobState(job.spec, job.folders, part: .worker(number), waiting: 0, unless: stop)
        tellDamage(state.journal.droppedBytes, job, .worker(number))
        return state
      } catch {
        if case .partHeld = error { continue }
        throw tell(error, job, stop)
      }
    }
    throw job.refuse("\(mostWorkers) workers are at work on it already")
  }

  /// Workers of one job at a time.
  private static let mostWorkers = 4096
}
