import ArgumentParser
import Execution
import Planning
import Reporting

/// `upright run`: plan all, then make it.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Plan jobs, then make their outputs and manifests.",
    usage: "upright run [<options>] <job> ...",
    discussion: """
      All job files are planned before any runs; where one is refused, none runs. One bad image never stops the \
      others.

        upright run thumbs.yaml
        upright run --quiet --time-limit 14400 --root photos nightly.yaml
      """)

  @OptionGroup var options: JobOptions
  @OptionGroup var width: JobsOption
  @OptionGroup var reuse: ReuseOptions
  @OptionGroup var unattended: UnattendedOptions

  @Flag(help: "Say nothing when all is well.")
  var quiet = false

  @Flag(help: "Print a summary object a job to standard output.")
  var json = false

  func run() throws {
    Log.form = unattended.logFormat
    let (stop, closing) = (StopRequest(), Closing())
    try watch(stop, closing)
    let taken = try TakenJob.take(
      LoadedJob.load(options), width.pool, reuse, waiting: unattended.wait.value, unless: stop)
    var status = ExitStatus.done
    var summaries = ""
    for job in taken {
      let run = JobRun(job, pool: width.pool, stop: stop, options: reuse, showsProgress: showsProgress)
      let ended = try run.run(closing)
      if !quiet || ended.status != .done { tell(ended.report, ended.status) }
      if json { summaries += try JSONText.encode(ended.report) + "\n" }
      status = max(status, ended.status)
    }
    // At the end, so that a reader who went away stops no job.
    try Console.output(summaries)
    if status != .done { throw status }
  }

  private func watch(_ stop: StopRequest, _ closing: Closing) throws(ExitStatus) {
    do throws(SystemError) {
      try SignalWatch.start(stop) { closing.end(stop) }
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
