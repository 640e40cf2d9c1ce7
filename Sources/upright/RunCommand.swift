import ArgumentParser
import JSON
import Planning
import Reporting
import Sharding
import System

/// `upright run`: plan all, then make it.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Plan jobs, then make their outputs and manifests.",
    usage: "upright run [<options>] (<job> ... | --plan <file>)",
    discussion: """
      What is done already isn't made again. All job files are planned before any runs; where one is refused, none \
      runs. One bad image never stops the others.

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
  @OptionGroup var measuring: MeasuringOptions

  @Flag(help: "Show which outputs would be made, and make nothing.")
  var dryRun = false

  @Flag(help: "Say nothing when all is well.")
  var quiet = false

  @Flag(help: "Print a summary object a job to standard output.")
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
    Log.form = unattended.logFormat
    if dryRun {
      let heartbeat = Heartbeat("getting ready", shows: showsProgress)
      defer { heartbeat.end() }
      return try DryRun(pool: width.pool, reuse: reuse, work: heartbeat.work, quiet: quiet, json: json)
        .run(LoadedJob.load(options))
    }
    let (stop, closing) = (StopRequest(), Closing())
    try watch(stop, closing)
    if let plan = sharding.plan { return try run(plan, stop, closing) }
    let jobs = try LoadedJob.load(options)
    try unattended.checkNames(jobs)
    try measuring.check(jobs)
    let measuring = try measuring.begin()
    let heartbeat = Heartbeat("getting ready", shows: showsProgress)
    defer { heartbeat.end() }
    let taken = try TakenJob.take(
      jobs, width.pool, reuse, waiting: unattended.wait.value, unless: stop, counting: heartbeat.work,
      measures: measuring != nil)
    heartbeat.end()
    measuring?.notePlanned()
    let images = taken.reduce(0) { $0 + $1.report.images }
    // At the end, so that a reader who went away stops no job.
    let conclude = { @Sendable (ends: [JobEnd]) in
      [measuring?.finish(images: images) ?? .done, writeMetrics(ends, jobs), printSummaries(ends)]
    }
    let ends = run(taken, stop, closing, measuring) { _ = conclude($0) }
    try end(ends.map(\.status) + conclude(ends))
  }

  /// Runs the shards of a plan that this process is to run, one after the other.
  private func run(_ file: String, _ stop: StopRequest, _ closing: Closing) throws {
    let plan = try FrozenPlan.open(file)
    let places = try sharding.places(of: plan)
    let job = try LoadedJob.frozen(plan, root: options.base.root)
    try measuring.check([job])
    let measuring = try measuring.begin()
    let conclude = { @Sendable (ends: [JobEnd]) in
      [measuring?.finish(images: ends.reduce(0) { $0 + $1.report.images }) ?? .done, printSummaries(ends)]
    }
    var ends: [JobEnd] = []
    var refusal = ExitStatus.done
    for place in places {
      let taken: TakenJob
      do throws(ExitStatus) {
        taken = try TakenJob.take(
          place, of: plan, job, reuse, waiting: unattended.wait.value, unless: stop)
      } catch {
        refusal = error
        break
      }
      measuring?.notePlanned()
      ends += run([taken], stop, closing, measuring) { [ends] in _ = conclude(ends + $0) }
      if ends.last?.isWhole != true { break }
    }
    try end([refusal] + ends.map(\.status) + conclude(ends))
  }

  private func end(_ statuses: [ExitStatus]) throws(ExitStatus) {
    if let status = statuses.max(), status != .done { throw status }
  }

  /// Runs one job after another, until one can't be run to its end. A job that made no output leaves no state folder.
  /// Where the process ends before, `abandoned` is called with what came of the jobs until then.
  private func run(
    _ jobs: [TakenJob], _ stop: StopRequest, _ closing: Closing, _ measuring: Measuring?,
    abandoned: @escaping @Sendable ([JobEnd]) -> Void
  ) -> [JobEnd] {
    var ends: [JobEnd] = []
    let memory = memory.bytes
    for job in jobs {
      let run = JobRun(
        job, pool: width.pool, memory: memory, stop: stop, options: reuse, showsProgress: showsProgress,
        measuring: measuring)
      let end = run.run(closing) { [ends] in abandoned(ends + [$0]) }
      ends.append(end)
      if !end.isWhole { break }
      if !quiet || end.status != .done {
        tell(end.report, end.status)
      } else if end.failed > 0 {
        Log.tell(end.report.summary(isFine: true))
      }
    }
    let unfinished = jobs.dropFirst(ends.prefix(while: \.isWhole).count)
    for job in unfinished { job.state.withdraw() }
    return ends
  }

  private func writeMetrics(_ ends: [JobEnd], _ jobs: [LoadedJob]) -> ExitStatus {
    guard let file = unattended.metricsFile else { return .done }
    do throws(SystemError) {
      try MetricsFile.update(
        FileToWrite.absolute(file), names: jobs.map(\.spec.name), runs: ends.map(\.metrics))
      return .done
    } catch {
      Log.tell(LogEntry(.error, "'\(file)' can't be written: \(error.message)"))
      return .unwritten
    }
  }

  private func printSummaries(_ ends: [JobEnd]) -> ExitStatus {
    guard json else { return .done }
    do {
      try Console.output(ends.map { try JSONText.encode($0.report) + "\n" }.joined())
      return .done
    } catch let status as ExitStatus { return status } catch { return .fault }
  }

  private func watch(_ stop: StopRequest, _ closing: Closing) throws(ExitStatus) {
    do throws(SystemError) {
      try SignalWatch.start(stop, asked: { closing.announce(stop) }) { closing.end(stop) }
      if let limit = unattended.timeLimit {
        try TimeLimit.start(seconds: limit.value, stop) { closing.end(stop) }
      }
    } catch {
      Log.tell(LogEntry(.error, "can't start a thread: \(error.message)"))
      throw .later
    }
  }

  /// Messages in JSON are for no terminal.
  private var showsProgress: Bool { !quiet && unattended.logFormat == .text && Console.isTerminal }

  private func tell(_ report: RunReport, _ status: ExitStatus) {
    for entry in report.details { Log.tell(entry) }
    if let more = report.more { Log.tell(more) }
    Log.tell(report.summary(isFine: status == .done))
  }
}
