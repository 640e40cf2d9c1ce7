import Execution
import ImageModel
import Planning
import Reporting
import Synchronization

/// One job's run, from its plan to its manifest.
struct JobRun {
  private let job: LoadedJob
  private let plan: BatchPlan
  private let pool: WorkerPool
  private let showsProgress: Bool

  init(_ job: LoadedJob, _ plan: BatchPlan, pool: WorkerPool, showsProgress: Bool) {
    self.job = job
    self.plan = plan
    self.pool = pool
    self.showsProgress = showsProgress
  }

  /// What came of it. Throws `unwritten`, having said why, when the spool or the manifest can't be written.
  func run() throws(ExitStatus) -> (report: RunReport, status: ExitStatus) {
    let ledger: Ledger
    do throws(SystemError) {
      ledger = try Ledger(job, plan, showsProgress: showsProgress)
    } catch {
      throw unwritten(job.folders.state(job.spec), error)
    }
    let spec = job.spec
    BatchRunner(job.folders, pool: pool, stopsAtFailure: spec.onError.policy == .stop)
      .run(plan.images) { image, outcome in ledger.add(image, outcome) }
    if showsProgress { Console.error(Progress.clear) }
    if let failure = ledger.failure { throw unwritten(job.folders.state(job.spec), failure) }
    do {
      let report = try ledger.finish(job.folders.manifest)
      let isFine = report.skipped == 0 && spec.onError.allows(failed: report.failed, of: report.rows)
      return (report, isFine ? .done : .failures)
    } catch {
      throw unwritten(job.folders.manifest, error)
    }
  }

  private func unwritten(_ path: String, _ error: any Error) -> ExitStatus {
    let reason =
      switch error {
      case let error as SystemError: "'\(path)' can't be written: \(error.message)"
      case let finding as Finding: finding.message
      default: "'\(path)' can't be written: \(error)"
      }
    Log.tell(LogEntry(.error, file: job.file, reason))
    return .unwritten
  }
}

/// Rows, counts and the bar, which all workers report to.
private final class Ledger: Sendable {
  private struct Books {
    var writer: ManifestWriter
    var report: RunReport
    var progress: Progress?
    var failure: (any Error)?
  }

  private let books: Mutex<Books>

  init(_ job: LoadedJob, _ plan: BatchPlan, showsProgress: Bool) throws(SystemError) {
    let manifest = job.folders.belowBase(job.folders.manifest).map(String.init) ?? job.folders.manifest
    let report = RunReport(job: job.spec.name, plan: plan, manifest: manifest)
    let progress = showsProgress ? Progress(total: plan.images.count, now: MonotonicClock.now()) : nil
    let writer = try ManifestWriter(job.header, plan.images, folder: job.folders.state(job.spec))
    books = Mutex(Books(writer: writer, report: report, progress: progress, failure: nil))
  }

  /// Takes in an outcome; false when no more can be taken in.
  func add(_ image: ImagePlan, _ outcome: ImageOutcome) -> Bool {
    books.withLock { books in
      if books.failure != nil { return false }
      do {
        let statuses = try books.writer.add(image, outcome)
        books.report.add(image, outcome, statuses)
      } catch {
        books.failure = error
        return false
      }
      if let text = books.progress?.step(now: MonotonicClock.now()) { Console.error(text) }
      return true
    }
  }

  /// Why the spool could not be written, if so.
  var failure: (any Error)? { books.withLock { $0.failure } }

  /// Writes the manifest.
  func finish(_ path: String) throws -> RunReport {
    try books.withLock { books in
      try books.writer.finish(path)
      return books.report
    }
  }
}
