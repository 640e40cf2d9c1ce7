import Execution
import Glibc
import ImageModel
import JobFile
import Planning
import Reporting
import Synchronization

/// One job's run, from what isn't done to its manifest.
struct JobRun {
  private let taken: TakenJob
  private let pool: WorkerPool
  private let stop: StopRequest
  private let options: ReuseOptions
  private let ledger: Ledger

  init(
    _ taken: TakenJob, pool: WorkerPool, stop: StopRequest, options: ReuseOptions, showsProgress: Bool
  ) {
    self.taken = taken
    self.pool = pool
    self.stop = stop
    self.options = options
    ledger = Ledger(taken.report, images: showsProgress ? taken.places.count : nil)
  }

  /// Runs the job, and says why where it can't be run to its end.
  func run(_ closing: Closing) -> JobEnd {
    let start = WallClock.now()
    if taken.isSettled { return JobEnd(taken.report, .done, since: start, isWhole: true) }
    do throws(Halt) {
      try FreeSpace.check(taken.plan.images, at: taken.places, taken.state)
      try make(closing)
      if stop.reason == nil { try conclude() }
    } catch {
      Log.tell(LogEntry(.error, file: taken.job.file, error.message))
      return JobEnd(ledger.report, ExitStatus(error), since: start, isWhole: false)
    }
    let report = ledger.report
    if let reason = stop.reason {
      tell(reason)
      return JobEnd(report, ExitStatus(reason), since: start, isWhole: false)
    }
    let isFine =
      report.skipped == report.kept
      && taken.job.spec.onError.allows(failed: report.failed, of: report.rows)
    return JobEnd(report, isFine ? .done : .failures, since: start, isWhole: true)
  }

  private func make(_ closing: Closing) throws(Halt) {
    let (spec, ledger, state) = (taken.job.spec, ledger, taken.state)
    let queue = CommitQueue(state) { ledger.add($0) }
    closing.prepare {
      try? queue.finish()
      state.clear()
    }
    let maker = ImageMaker(taken.job.folders, state, taken.freshness, versions: taken.versions)
    let runner = BatchRunner(
      maker, queue, pool: pool, stop: stop, stopsAtFailure: spec.onError.policy == .stop)
    let settings = WorkerSettings(spec.sandbox)
    let isolation = spec.isolation
    defer {
      ledger.clearProgress()
      ledger.note(isolation, spec.sandbox == .off ? nil : settings.confinement.level)
    }
    try runner.run(taken.plan.images, at: taken.places) {
      switch isolation {
      case .none: ThreadRenderer()
      case .process: ProcessRenderer(settings)
      }
    }
  }

  /// What comes when all images are in place.
  private func conclude() throws(Halt) {
    if options.prune { ledger.prune(try Pruning(taken.state).run(taken.plan.images)) }
    if options.only == nil { try writeManifest() }
  }

  /// Writes the manifest.
  private func writeManifest() throws(Halt) {
    let path = taken.job.folders.manifest
    let writer = ManifestWriter(taken.job.header, taken.plan.images)
    let syncs = taken.state.durability != .none
    do {
      let file = try writer.write(to: path, syncs: syncs) { try taken.freshness.outcome(of: $0) }
      guard let fingerprint = taken.fingerprint else { return }
      let end = JournalEnd(fingerprint: fingerprint, manifest: file)
      try taken.state.journal.append([.end(end)], syncs: syncs)
    } catch let error as SystemError {
      throw Halt(error, writing: path)
    } catch {
      throw Halt(.fault, "'\(path)' can't be written: \(error)")
    }
  }

  private func tell(_ reason: StopRequest.Reason) {
    let report = ledger.report
    let why =
      switch reason {
      case .timeLimit: "--time-limit has passed"
      case .signal(SIGINT): "ended by SIGINT"
      case .signal(SIGHUP): "ended by SIGHUP"
      case .signal: "ended by SIGTERM"
      }
    var entry = LogEntry(
      .error, "\(why): \(report.ok) of \(report.rows.counted("output")) done, the next run goes on")
    entry.job = report.job
    Log.tell(entry)
  }
}

/// Counts and the bar, which all workers report to.
private final class Ledger: Sendable {
  private struct Books {
    var report: RunReport
    var progress: Progress?
  }

  private let books: Mutex<Books>

  /// A ledger that goes on from `report`; it shows progress where `images` says of how many.
  init(_ report: RunReport, images: Int?) {
    let progress = images.map { Progress(total: $0, now: MonotonicClock.now()) }
    books = Mutex(Books(report: report, progress: progress))
  }

  var report: RunReport { books.withLock { $0.report } }

  func add(_ image: FinishedImage) {
    books.withLock { books in
      books.report.add(image.plan, image.outcome, tried: image.tried)
      if let text = books.progress?.step(now: MonotonicClock.now()) { Console.error(text) }
    }
  }

  func note(_ isolation: Isolation, _ level: SandboxLevel?) {
    books.withLock { $0.report.note(isolation, level) }
  }

  func prune(_ count: Int) { books.withLock { $0.report.pruned = count } }

  func clearProgress() { if books.withLock({ $0.progress != nil }) { Console.error(Progress.clear) } }
}
