import Exports
import Glibc
import ImageModel
import JobFile
import Planning
import Rendering
import Reporting
import Running
import State
import Survey
import Synchronization
import System
import Workers

/// One job's run, from what isn't done to its manifest.
struct JobRun {
  private let taken: TakenJob
  private let pool: WorkerPool
  private let memory: Int?
  private let stop: StopRequest
  private let options: ReuseOptions
  private let ledger: Ledger
  private let measuring: Measuring?
  /// nil where sources are tried out.
  private let told: ToldFailures?

  /// A run of which the images in work take `memory` bytes at most, if a number is given.
  init(
    _ taken: TakenJob, pool: WorkerPool, memory: Int?, stop: StopRequest, options: ReuseOptions,
    showsProgress: Bool, measuring: Measuring?
  ) {
    self.taken = taken
    self.pool = pool
    self.memory = memory
    self.stop = stop
    self.options = options
    self.measuring = measuring
    told =
      options.only == nil
      ? ToldFailures(taken.state, taken.job.folders, forgets: options.renewal.forgetsFailures) : nil
    let progress = showsProgress ? taken.progress : nil
    ledger = Ledger(taken.report, progress)
  }

  /// Runs the job, and says why where it can't be run to its end. Where the process ends before, `abandoned` is called
  /// with what came of it until then.
  func run(_ closing: Closing, abandoned: @escaping @Sendable (JobEnd) -> Void) -> JobEnd {
    let start = WallClock.now()
    if taken.isSettled { return JobEnd(taken.report, .done, since: start, isWhole: true) }
    do throws(Halt) {
      try taken.need.check(taken.state)
      try make(closing) { reason in abandoned(stopped(by: reason, since: start)) }
      if stop.reason == nil { try conclude() }
    } catch {
      closing.finish()
      Log.tell(LogEntry(.error, file: taken.job.file, error.message))
      let status = max(ExitStatus(error), stop.reason.map(ExitStatus.init) ?? .done)
      return JobEnd(ledger.report, status, since: start, isWhole: false)
    }
    closing.finish()
    if let reason = stop.reason { return stopped(by: reason, since: start) }
    let report = ledger.report
    let onError = taken.job.spec.onError
    let failed = onError.counted(failed: report.failed, known: report.known)
    let isFine =
      report.skipped == report.kept && onError.allows(failed: failed, of: taken.shard?.rows ?? report.rows)
    return JobEnd(report, isFine ? .done : .failures, failed: failed, since: start, isWhole: true)
  }

  private func make(
    _ closing: Closing, abandoned: @escaping @Sendable (StopRequest.Reason) -> Void
  ) throws(Halt) {
    let (spec, ledger, state, told) = (taken.job.spec, ledger, taken.state, told)
    taken.job.tellSlowEncoders(taken.places.lazy.map { taken.plan.images[Int($0)] })
    let queue = CommitQueue(state) { image in
      ledger.add(image, isKnown: told?.take(image.plan, image.outcome) == true)
    }
    closing.begin(
      Closing.Work(
        awaited: {
          ledger.clearProgress()
          return ledger.inWork > 0 ? ledger.inWork.counted("image") : nil
        },
        abandon: {
          try? queue.finish()
          state.clear()
          ledger.clearProgress()
          if let reason = stop.reason { abandoned(reason) }
        }))
    let memory = MemoryBudget(memory, spec.isolation)
    let maker = ImageMaker(taken.job.folders, state, taken.freshness, memory)
    var settings = WorkerSettings(spec.sandbox)
    settings.measures = measuring != nil
    let measurement = measuring.map { JobMeasurement(job: spec.name, probes: taken.probes, record: $0.add) }
    let isolation = spec.isolation
    ledger.keepDrawing()
    defer {
      state.clear()
      ledger.clearProgress()
      ledger.note(isolation, spec.sandbox == .off ? nil : settings.confinement.level)
    }
    let runner = Runner(pool: pool, memory: memory, unless: stop) { [settings] helpers in
      let renderer: any Renderer =
        switch isolation {
        case .none: ThreadRenderer(helpers: helpers, measures: settings.measures)
        case .process: ProcessRenderer(settings.helped(by: helpers))
        }
      return measurement?.around(renderer) ?? renderer
    }
    try runner.make(
      taken.plan.images, at: taken.places, by: maker, into: queue,
      stopsAtFailure: spec.onError.policy == .stop, watch: ledger.note)
  }

  /// What comes when all images are in place, unless a stop is asked for meanwhile.
  private func conclude() throws(Halt) {
    let unstarted = ledger.unstarted
    let outcome = { (image: ImagePlan) throws -> ImageOutcome in
      try stop.check()
      // What the run did not come to is in no journal.
      return unstarted.contains(image.index) ? .notStarted(image) : try taken.freshness.outcome(of: image)
    }
    do {
      let exports = options.only == nil ? try writeExports(outcome) : []
      if options.prune { try prune(besides: exports) }
      if options.only == nil { try writeManifest(outcome) }
      try told?.save()
    } catch is Stopped {
      return
    } catch let halt as Halt {
      throw halt
    } catch {
      throw Halt(.fault, "the run can't be brought to its end: \(error)")
    }
  }

  /// Writes what the job exports, and returns the paths of the files for many outputs.
  private func writeExports(_ outcome: @escaping (ImagePlan) throws -> ImageOutcome) throws -> Set<ExactText>
  {
    let (spec, state) = (taken.job.spec, taken.state)
    if spec.exports.isEmpty { return [] }
    let writer = ExportWriter(spec, taken.plan, state, unless: stop, outcome: outcome)
    guard let shard = taken.shard else { return try writer.write() }
    if let export = shard.export { try writer.writeShards(of: export) }
    return []
  }

  private func prune(besides exports: Set<ExactText>) throws(Halt) {
    let pruning = Pruning(taken.job.spec, taken.state, taken.job.folders)
    ledger.prune(try pruning.run(taken.plan.images, besides: exports))
  }

  /// What the job's next run can know this one by; nil where it came to none of the later images, and where a source
  /// is refused: why may change without a trace.
  private var fingerprint: String? {
    ledger.unstarted.isEmpty && taken.plan.images.allSatisfy { $0.error == nil } ? taken.fingerprint : nil
  }

  private func writeManifest(_ outcome: (ImagePlan) throws -> ImageOutcome) throws {
    let (path, fingerprint) = (taken.manifest, fingerprint)
    // It would come out the same.
    if let fingerprint, let end = taken.state.journal.lastEnd, end.fingerprint == fingerprint,
      FileIdentity(at: path) == end.manifest
    {
      return
    }
    let shard = taken.shard.map { ShardManifestHeader(plan: $0.plan, $0.place, rows: taken.plan.rows) }
    let writer = ManifestWriter(taken.job.header, taken.plan.images, shard: shard)
    let syncs = taken.state.durability != .none
    do {
      let file = try writer.write(to: path, syncs: syncs, outcome: outcome)
      guard let fingerprint else { return }
      let report = ledger.report
      let end = JournalEnd(fingerprint: fingerprint, unmade: report.rows - report.ok, manifest: file)
      try taken.state.journal.append([.end(end)], syncs: syncs)
    } catch let error as SystemError {
      throw Halt(error, writing: path)
    }
  }

  /// Says what came of a job that was asked to end.
  private func stopped(by reason: StopRequest.Reason, since start: Int) -> JobEnd {
    let report = ledger.report
    var entry = LogEntry(
      .error,
      "\(reason.words): \(report.ok) of \(report.rows.counted("output")) done, the next run goes on")
    entry.job = report.job
    Log.tell(entry)
    return JobEnd(report, ExitStatus(reason), since: start, isWhole: false)
  }
}

/// Counts and the bar, which all workers report to.
private final class Ledger: Sendable {
  private struct Books {
    var report: RunReport
    /// The numbers of the images that weren't started, since the job stops at a failure.
    var unstarted: Set<Int> = []
    /// Images that threads are at work on.
    var inWork = 0
    var progress: Progress?

    mutating func draw() {
      let columns = Console.columns
      if let line = progress?.draw(now: MonotonicClock.now(), columns: columns) { Console.draw(line) }
    }
  }

  private let books: Mutex<Books>

  /// Seconds between two looks of who watches a run in which no image ends.
  private static let pulse = 0.5

  /// A ledger that goes on from `report`, and shows `progress` where there is any.
  init(_ report: RunReport, _ progress: Progress?) {
    books = Mutex(Books(report: report, progress: progress))
  }

  var report: RunReport { books.withLock { $0.report } }
  var unstarted: Set<Int> { books.withLock { $0.unstarted } }
  var inWork: Int { books.withLock { $0.inWork } }

  func note(_ event: ImageEvent) {
    books.withLock { books in
      switch event {
      case .begun:
        books.inWork += 1
        books.progress?.begin()
      case .made(let bytes):
        books.inWork -= 1
        books.progress?.finish(bytes: bytes)
        books.draw()
      }
    }
  }

  func add(_ image: FinishedImage, isKnown: Bool) {
    books.withLock { books in
      books.report.add(image.plan, image.outcome, tried: image.tried, isKnown: isKnown)
      if !image.isStarted { books.unstarted.insert(image.plan.index) }
    }
  }

  func note(_ isolation: Isolation, _ level: SandboxLevel?) {
    books.withLock { $0.report.note(isolation, level) }
  }

  func prune(_ count: Int) { books.withLock { $0.report.pruned = count } }

  /// Draws the progress until it is cleared, whether images end or not.
  func keepDrawing() {
    if books.withLock({ $0.progress == nil }) { return }
    Ticker.start(every: Self.pulse) { [self] in
      books.withLock { books in
        books.draw()
        return books.progress != nil
      }
    }
  }

  func clearProgress() {
    books.withLock { $0.progress = nil }
    Console.clear()
  }
}
