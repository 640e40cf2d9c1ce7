import ArgumentParser
import JSON
import Reporting
import Session
import Sharding

/// `upright status`: counts the finished outputs of a job.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Count the outputs of jobs that are done, stale, missing and failed; writes nothing.",
    usage: "upright status [<options>] (<job> ... | --plan <file>)",
    discussion: """
      Plans the jobs, and compares the plans with the journals of their last runs and with the files. Prints a line for \
      each output that isn't done, then a summary for each job.

        upright status thumbs.yaml
        upright status --json thumbs.yaml | jq .stale
        upright status --plan plan.jsonl
      """)

  @OptionGroup var options: JobOptions
  @OptionGroup var width: JobsOption
  @OptionGroup var messages: MessageOptions

  @Option(
    help: ArgumentHelp("Show the finished shards of a plan, instead of jobs.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var plan: String?

  @Flag(help: "Print one JSON object for each job.")
  var json = false

  func validate() throws {
    if plan == nil { return try options.validateJobs() }
    if !options.jobs.isEmpty { throw ValidationError("--plan: leave out job files") }
  }

  func run() throws {
    let session = JobSession(pool: width.pool)
    if let plan { return try show(session.openPlan(plan), session) }
    for planned in try session.plan(session.load(options)) {
      var lines = ""
      let report = try session.status(of: planned) { state, path in
        if state != .done && !json { lines += "\(state.word) \(session.shown(path))".shown + "\n" }
      }
      try Console.output(json ? JSONText.encode(report) + "\n" : lines + report.line + "\n")
    }
  }

  private func show(_ plan: FrozenPlan, _ session: JobSession) throws {
    let job = try session.job(of: plan, root: options.base.root, state: options.base.state)
    let states: [ShardState]
    do throws(FrozenFault) { states = try plan.states(job.spec, job.folders) } catch {
      throw SessionError(error, plan.file)
    }
    let report = ShardReport(job: job.spec.name, states)
    try Console.output(json ? JSONText.encode(report) + "\n" : report.lines)
  }
}
