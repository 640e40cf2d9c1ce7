import Exports
import ImageModel
import JobFile
import Planning
import Remote
import Rendering
import Reporting
import Running
import State
import Survey
import Synchronization
import System
import Workers

extension JobSession {
  /// Makes a job's remaining images, then its exports and manifest. If that fails, an event gives the reason.
  /// If the process must end earlier, `abandoned` gets the state of the job at that time.
  package func run(
    _ job: PreparedJob, _ options: RunOptions = RunOptions(), measuring: Measuring? = nil,
    abandoned: @escaping @Sendable (JobEnd) -> Void = { _ in }
  ) -> JobEnd {
    JobRun(job, self, options, measuring).run(abandoned: abandoned)
  }
}

/// One job's run. It makes the remaining images, then the exports and the manifest.
private struct JobRun {
  private let job: PreparedJob
  private let session: JobSession
  private let options: RunOptions
  private let ledger: Ledger
  private let measuring: Measuring?
  /// The failures that the run reports, to be recorded for the next run. Nil with `--only`: such a run
  /// records none.
  private let failures: ReportedFailures?

  init(_ job: PreparedJob, _ session: JobSession, _ options: RunOptions, _ measuring: Measuring?) {
    self.job = job
    self.session = session
    self.options = options
    self.measuring = measuring
    failures =
      options.only == nil
      ? ReportedFailures(job.state, job.job.store, forgets: options.renewal.forgetsFailures) : nil
    ledger = Ledger(job.report, job.job.store)
  }

  func run(abandoned: @escaping @Sendable (JobEnd) -> Void) -> JobEnd {
    let start = WallClock.now()
    if job.isSettled { return JobEnd(ledger.report, .done, since: start, isWhole: true) }
    do throws(Halted) {
      try job.need.check(job.state)
      let hasFault = removeUploads() != nil
      defer { if !hasFault { _ = removeUploads() } }
      try job.job.recordSplits(job.plan)
      try make { reason in abandoned(stopped(by: reason, since: start)) }
      if session.stop.reason == nil { try conclude() }
    } catch {
      job.state.clear()
      session.note(.finished)
      session.tell(LogEntry(.error, file: job.job.file, error.halt.message))
      let status = max(ExitStatus(error.halt), session.stop.reason.map(ExitStatus.init) ?? .done)
      return JobEnd(ledger.report, status, since: start, isWhole: false)
    }
    session.note(.finished)
    if let reason = session.stop.reason { return stopped(by: reason, since: start) }
    let report = ledger.report
    let onError = job.job.spec.onError
    let failed = onError.counted(failed: report.failed, known: report.known)
    let isFine =
      report.skipped == report.kept && onError.allows(failed: failed, of: job.shard?.rows ?? report.rows)
    return JobEnd(report, isFine ? .done : .failures, failed: failed, since: start, isWhole: true)
  }

  /// Removes the unfinished uploads of the job. If that fails, a warning says it, because parts cost money.
  private func removeUploads() -> StoreFault? {
    // Made for the first old upload that the journal doesn't know, because most runs find none.
    var planned: Set<ExactText>?
    let fault = job.state.removeUploads(
      manifest: job.manifest, ofPart: job.shard != nil, unless: session.stop
    ) { path in
      let known = planned ?? plannedPaths
      planned = known
      return known.contains(ExactText(path))
        || OutputPath.plannedPaths(behind: path).contains { known.contains(ExactText($0)) }
    }
    if let fault { session.tell(LogEntry(.warning, job: job.job.spec.name, fault.message)) }
    return fault
  }

  /// The paths of all outputs in the plan.
  private var plannedPaths: Set<ExactText> {
    var paths: Set<ExactText> = []
    for image in job.plan.images {
      for output in image.outputs {
        if let path = output.path { paths.insert(ExactText(path)) }
      }
    }
    return paths
  }

  private func make(abandoned: @escaping @Sendable (StopRequest.Reason) -> Void) throws(Halted) {
    let (spec, session, ledger) = (job.job.spec, session, ledger)
    let (state, failures) = (job.state, failures)
    if !job.places.isEmpty { try job.job.noteMaker(in: state) }
    session.warnOfSlowEncoders(job.places.lazy.map { job.plan.images[Int($0)] }, job.job)
    let queue = try CommitQueue(state) { image in
      ledger.add(image, isKnown: failures?.take(image.plan, image.outcome) == true)
    }
    let inWork = WorkInHand(size: (job.places.count, job.bytes)) {
      ledger.inWork > 0 ? ledger.inWork.counted("image") : nil
    } abandon: {
      queue.giveUp()
      state.clear()
      if let reason = session.stop.reason { abandoned(reason) }
    }
    var memory = MemoryBudget(session.memoryBytes, spec.isolation)
    let larder = larder(within: &memory)
    var maker = ImageMaker(job.job.store, state, job.freshness, memory)
    maker.ahead = job.ahead?.made
    let settings = WorkerSettings(spec.sandbox, measures: measuring != nil)
    let measurement = measuring.map { JobMeasurement(job: spec.name, probes: job.probes, record: $0.add) }
    session.note(.making(inWork))
    defer {
      session.note(.made)
      let level = settings.confinement.level ?? job.ahead?.confinement.level
      ledger.note(spec.isolation, spec.sandbox == .off ? nil : level)
    }
    let runner = Runner(pool: session.pool, memory: memory, unless: session.stop) { helpers in
      let renderer = spec.isolation.renderer(settings, helpers: helpers)
      return measurement?.around(renderer) ?? renderer
    }
    try runner.make(
      job.plan.images, at: job.places, by: maker, into: queue, from: larder,
      stopsAtFailure: spec.onError.policy == .stop
    ) { event in
      ledger.note(event)
      session.note(.image(event))
    }
    state.clear()
  }

  /// The larder for the pictures behind URLs; nil if the run needs none of them. Takes its bytes off `memory`.
  private func larder(within memory: inout MemoryBudget) -> Larder? {
    if !job.job.store.hasURLs { return nil }
    let images = job.plan.images
    let budget = memory
    var rest = memory
    let bytes = rest.setAside(beside: job.places.lazy.map { images[Int($0)] })
    let larder = job.job.store.larder(
      images, at: job.places, bytes: bytes, inOrder: job.job.spec.onError.policy == .stop
    ) { place in
      let image = images[Int(place)]
      return !job.idle.contains(place) && image.error == nil && budget.refusal(image) == nil
    }
    if larder != nil { memory = rest }
    return larder
  }

  /// Writes exports and manifest after all images are in place. A stop request ends the writing. If an export can't be
  /// written, the manifest is written nevertheless, since it tells of the outputs.
  private func conclude() throws(Halted) {
    let unstarted = ledger.unstarted
    let outcome = { (image: ImagePlan) throws -> ImageOutcome in
      try session.stop.check()
      // This run noted nothing in the journal about an image that it did not start.
      return unstarted.contains(image.index) ? .notStarted(image) : try job.freshness.outcome(of: image)
    }
    do {
      var exports: Set<ExactText> = []
      var fault: Halted?
      if options.only == nil {
        do { exports = try writeExports(outcome) } catch let error as Halted { fault = error }
      }
      // A merge takes a shard with a manifest for whole.
      if let fault, job.shard != nil { throw fault }
      if options.prunes, fault == nil { try prune(besides: exports) }
      if options.only == nil { try writeManifest(outcome) }
      try failures?.save()
      if let fault { throw fault }
    } catch is Stopped {
      return
    } catch let error as Halted {
      throw error
    } catch {
      throw Halted(Halt(.fault, "the run can't be brought to its end: \(error)"))
    }
  }

  /// Writes the job's exports. Returns the paths of the exported files that serve many outputs; none for a
  /// shard.
  private func writeExports(_ outcome: @escaping (ImagePlan) throws -> ImageOutcome) throws -> Set<ExactText>
  {
    let (spec, state) = (job.job.spec, job.state)
    if spec.exports.isEmpty { return [] }
    let writer = ExportWriter(spec, job.plan, state, job.job.store, unless: session.stop, outcome: outcome)
    guard let shard = job.shard else { return try writer.write() }
    if let export = shard.export { try writer.writeShards(of: export) }
    return []
  }

  private func prune(besides exports: Set<ExactText>) throws(Halted) {
    let pruning = Pruning(job.job.spec, job.state, job.job.folders)
    ledger.prune(try pruning.run(job.plan, besides: exports))
  }

  /// The fingerprint by which the next run recognises that nothing changed. Nil if the run left out images,
  /// or if a source is refused. A later run may accept the refused source unchanged. Nil too if an image is drawn: the
  /// fingerprint is made before headers are read, so it lacks the versions of the libraries that draw.
  private var fingerprint: String? {
    ledger.unstarted.isEmpty && !job.plan.draws
      && job.plan.images.allSatisfy { $0.error == nil || $0.isFiltered }
      ? job.fingerprint : nil
  }

  private func writeManifest(_ outcome: (ImagePlan) throws -> ImageOutcome) throws {
    let (path, fingerprint) = (job.manifest, fingerprint)
    // A new manifest would have the same bytes.
    if let fingerprint, let end = job.state.journal.lastEnd, end.fingerprint == fingerprint,
      job.state.identity(ofManifest: path) == end.manifest
    {
      return
    }
    let shard = job.shard.map { ShardManifestHeader(plan: $0.plan, $0.place, rows: job.plan.rows) }
    let writer = ManifestWriter(job.job.header, job.plan.images, shard: shard)
    let syncs = job.state.durability != .none
    do {
      _ = try job.state.putManifest(at: path) { path in
        try writer.write(to: path, syncs: syncs, outcome: outcome)
      }
      guard let fingerprint, let file = job.state.identity(ofManifest: path) else { return }
      let report = ledger.report
      let end = JournalEnd(
        fingerprint: fingerprint, rows: report.rows, unmade: report.rows - report.ok,
        filtered: report.filtered, older: report.older, manifest: file)
      try job.state.journal.append([.end(end)], syncs: syncs)
    } catch let error as SystemError {
      throw Halted(Halt(error, writing: path))
    }
  }

  /// Reports on a job after a stop request.
  private func stopped(by reason: StopRequest.Reason, since start: Int) -> JobEnd {
    let report = ledger.report
    session.tell(
      LogEntry(
        .error, job: report.job,
        "\(reason.words): \(report.ok) of \(report.rows.counted("output")) done, the next run goes on"))
    return JobEnd(report, ExitStatus(reason), since: start, isWhole: false)
  }
}

/// The counts of a run. All threads add to them.
private final class Ledger: Sendable {
  private struct Books {
    var report: RunReport
    /// The indices of images that weren't started, because the job stops at a failure.
    var unstarted: Set<Int> = []
    /// The number of images in work.
    var inWork = 0
  }

  private let books: Mutex<Books>
  private let store: SourceStore

  /// A ledger that begins with the counts of `report`, for a job whose sources are in `store`.
  init(_ report: RunReport, _ store: SourceStore) {
    books = Mutex(Books(report: report))
    self.store = store
  }

  var report: RunReport {
    var report = books.withLock { $0.report }
    report.network = store.network
    return report
  }
  var unstarted: Set<Int> { books.withLock { $0.unstarted } }
  var inWork: Int { books.withLock { $0.inWork } }

  func note(_ event: ImageEvent) {
    books.withLock { books in
      switch event {
      case .begun: books.inWork += 1
      case .made: books.inWork -= 1
      }
    }
  }

  func add(_ image: FinishedImage, isKnown: Bool) {
    books.withLock { books in
      books.report.add(image.plan, image.outcome, tried: image.tried, isKnown: isKnown)
      books.report.outdated += image.outdated
      if !image.isStarted { books.unstarted.insert(image.plan.index) }
    }
  }

  func note(_ isolation: Isolation, _ level: SandboxLevel?) {
    books.withLock { $0.report.note(isolation, level) }
  }

  func prune(_ count: Int) { books.withLock { ($0.report.pruned, $0.report.outdated) = (count, 0) } }
}
