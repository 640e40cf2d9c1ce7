import ArgumentParser
import Reporting
import Session
import Sharding
import Survey
import System

/// `upright run`: plans all jobs, then makes their outputs.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Plan jobs, then make their outputs and manifests.",
    usage: "upright run [<options>] (<job> ... | --plan <file>)",
    discussion: """
      Finished outputs aren't made again. All job files are planned before one runs; if one is refused, none runs. One \
      bad image never stops the others.

        upright run thumbs.yaml
        upright run --dry-run thumbs.yaml
        upright run --quiet --time-limit 14400 --root photos nightly.yaml
        upright run --plan plan.jsonl --shard 3/8
      """)

  @OptionGroup var options: JobOptions
  @OptionGroup var sharding: ShardOptions
  @OptionGroup var width: JobsOption
  @OptionGroup var memory: MemoryOption
  @OptionGroup var reuse: ReuseOptions
  @OptionGroup var unattended: UnattendedOptions
  @OptionGroup var messages: MessageOptions
  @OptionGroup var measuring: MeasuringOptions

  @Flag(help: "Show the outputs that a run would make, and make nothing.")
  var dryRun = false

  @Flag(help: "Print nothing if all is well.")
  var quiet = false

  @Flag(help: "Print a summary object for each job to standard output.")
  var json = false

  func validate() throws {
    if dryRun {
      let others = [
        ("--plan", sharding.plan != nil), ("--prune", reuse.prune), ("--locked", reuse.locked),
        ("--metrics-file", unattended.metricsFile != nil), ("--stats", measuring.stats != nil),
        ("--trace", measuring.trace != nil),
      ]
      if let other = others.first(where: \.1) { throw ValidationError("--dry-run: leave out \(other.0)") }
    }
    guard sharding.plan != nil else { return try options.validateJobs() }
    let others: [(String, Bool)] = [
      ("job files", !options.jobs.isEmpty), ("--only", reuse.only != nil), ("--prune", reuse.prune),
      ("--locked", reuse.locked), ("--metrics-file", unattended.metricsFile != nil),
    ]
    if let other = others.first(where: \.1) { throw ValidationError("--plan: leave out \(other.0)") }
  }

  func run() throws {
    if dryRun { return try showDryRun() }
    let stop = StopRequest()
    let work = WorkDone()
    let closing = Closing(ProgressBar(display, work.network))
    try closing.watch(stop, timeLimit: unattended.timeLimit?.value)
    let heartbeat = Heartbeat("getting ready", work, sharding.plan == nil ? display : .none)
    defer { heartbeat.end() }
    let session = JobSession(
      in: Console.currentFolder, pool: width.pool, memory: memory.memory?.bytes, unless: stop,
      counting: work, events: closing.note)
    if let plan = sharding.plan { return try run(plan, session) }
    let jobs = try session.load(options, runs: true)
    try unattended.checkNames(jobs)
    try measuring.check(jobs)
    let measuring = try measuring.begin(session)
    let prepared = try session.prepare(
      jobs, reuse.options, waiting: unattended.wait.value, measures: measuring != nil)
    heartbeat.end()
    measuring?.notePlanned()
    let images = prepared.reduce(0) { $0 + $1.report.images }
    // Summaries are printed at the end. So no job stops if the reader of stdout goes away.
    let conclude = { @Sendable (ends: [JobEnd]) in
      tell(
        (measuring?.finish(images: images) ?? []) + metricsErrors(ends, jobs, session) + summaryErrors(ends))
    }
    let ends = run(prepared, session, measuring) { _ = conclude($0) }
    try end(ends.map(\.status) + conclude(ends))
  }

  /// Runs the shards that the options select, one after the other.
  private func run(_ file: String, _ session: JobSession) throws {
    let plan = try session.openPlan(file)
    let places = try sharding.places(of: plan)
    let job = try session.job(of: plan, root: options.base.root, state: options.base.state)
    try measuring.check([job])
    let measuring = try measuring.begin(session)
    let conclude = { @Sendable (ends: [JobEnd]) in
      let images = ends.reduce(0) { $0 + $1.report.images }
      return tell((measuring?.finish(images: images) ?? []) + summaryErrors(ends))
    }
    var ends: [JobEnd] = []
    var refusal = ExitStatus.done
    for place in places {
      let prepared: PreparedJob
      do throws(SessionError) {
        prepared = try session.prepare(
          place, of: plan, job, reuse.options, waiting: unattended.wait.value)
      } catch {
        Log.tell(error)
        refusal = error.status
        break
      }
      measuring?.notePlanned()
      ends += run([prepared], session, measuring) { [ends] in _ = conclude(ends + $0) }
      if ends.last?.isWhole != true { break }
    }
    try end([refusal] + ends.map(\.status) + conclude(ends))
  }

  private func end(_ statuses: [ExitStatus]) throws(SessionError) {
    if let status = statuses.max(), status != .done { throw SessionError(status, []) }
  }

  /// Writes the messages of errors that don't end the process. Returns the errors' exit statuses.
  private func tell(_ errors: [SessionError]) -> [ExitStatus] {
    for error in errors { Log.tell(error) }
    return errors.map(\.status)
  }

  /// Runs one job after another, until a job can't be run to its end. A job that made no output, and found no
  /// facts about pictures, leaves no state folder. If the process must end during a job, calls `abandoned` with the ends of the earlier jobs
  /// and of this job.
  private func run(
    _ jobs: [PreparedJob], _ session: JobSession, _ measuring: Measuring?,
    abandoned: @escaping @Sendable ([JobEnd]) -> Void
  ) -> [JobEnd] {
    var ends: [JobEnd] = []
    for job in jobs {
      let end = session.run(job, reuse.options, measuring: measuring) { [ends] in abandoned(ends + [$0]) }
      ends.append(end)
      if !end.isWhole { break }
      if !quiet || end.status != .done {
        tell(end.report, end.status)
      } else if end.failed > 0 {
        Log.tell(end.report.summary(isFine: true))
      }
    }
    for job in jobs.dropFirst(ends.prefix(while: \.isWhole).count) { job.withdraw() }
    return ends
  }

  private func metricsErrors(
    _ ends: [JobEnd], _ jobs: [Job], _ session: JobSession
  ) -> [SessionError] {
    guard let file = unattended.metricsFile else { return [] }
    do throws(SystemError) {
      try MetricsFile.update(
        session.absolute(file), names: jobs.map(\.spec.name), runs: ends.map(\.metrics))
      return []
    } catch {
      return [SessionError(.unwritten, "'\(file)' can't be written: \(error.message)")]
    }
  }

  private func summaryErrors(_ ends: [JobEnd]) -> [SessionError] {
    guard json else { return [] }
    do throws(SessionError) {
      let lines = try ends.map { end throws(SessionError) in try Console.json(end.report) }
      try Console.output(lines.joined())
      return []
    } catch { return [error] }
  }

  private func showDryRun() throws {
    let heartbeat = Heartbeat("getting ready", WorkDone(), display)
    defer { heartbeat.end() }
    let session = JobSession(pool: width.pool, counting: heartbeat.work)
    var isFine = true
    for planned in try session.plan(session.load(options), for: reuse.options) {
      session.warnOfUnnamedPictures(planned)
      let (report, allowed) = try session.dryRun(planned, reuse.options) { path in
        if !quiet && !json { try Console.output("make \(session.shown(path))".shown + "\n") }
      }
      try Console.output(json ? Console.json(report) : quiet ? "" : report.line + "\n")
      isFine = isFine && allowed
    }
    if !isFine { throw SessionError(.failures, []) }
  }

  /// `--quiet` is about the terminal. A program that asks for progress gets it.
  private var display: ProgressDisplay {
    unattended.progress == .json ? .json : quiet ? .none : .usual
  }

  private func tell(_ report: RunReport, _ status: ExitStatus) {
    for entry in report.details { Log.tell(entry) }
    if let more = report.more { Log.tell(more) }
    Log.tell(report.summary(isFine: status == .done))
  }
}
