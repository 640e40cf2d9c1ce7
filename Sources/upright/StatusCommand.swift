import ArgumentParser
import Glibc
import JSON
import JobFile
import Planning
import Reporting
import Sharding
import State
import Survey
import System

/// `upright status`: what of a job is done.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show what of jobs is done, stale, missing and failed; nothing is written.",
    usage: "upright status [<options>] (<job> ... | --plan <file>)",
    discussion: """
      Plans the jobs, and compares them with what their last runs noted and with what is there. A line for each \
      output that isn't done, then a summary a job.

        upright status thumbs.yaml
        upright status --json thumbs.yaml | jq .stale
        upright status --plan plan.jsonl
      """)

  @OptionGroup var options: JobOptions
  @OptionGroup var width: JobsOption

  @Option(
    help: ArgumentHelp("Show which shards of a plan are done, in place of jobs.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var plan: String?

  @Flag(help: "Print a JSON object a job.")
  var json = false

  func validate() throws {
    if plan == nil { return try options.validateJobs() }
    if !options.jobs.isEmpty { throw ValidationError("--plan: leave out job files") }
  }

  func run() throws {
    if let plan { return try show(FrozenPlan.open(plan)) }
    let jobs = try LoadedJob.load(options)
    let plans = try LoadedJob.plan(jobs, LoadedJob.surveys(jobs, width.pool))
    for (job, plan) in zip(jobs, plans) {
      let survey = try survey(job, plan)
      try Console.output(
        json ? JSONText.encode(survey.report) + "\n" : survey.lines + survey.report.line + "\n")
    }
  }

  private func show(_ plan: FrozenPlan) throws {
    let job = try LoadedJob.frozen(plan, root: options.base.root)
    let states: [ShardState]
    do throws(FrozenFault) { states = try plan.states(job.spec, job.folders) } catch {
      throw FrozenPlan.tell(error, plan.file)
    }
    let report = ShardReport(job: job.spec.name, states)
    try Console.output(json ? JSONText.encode(report) + "\n" : report.lines)
  }

  private func survey(_ job: LoadedJob, _ plan: BatchPlan) throws -> (report: StatusReport, lines: String) {
    var report = StatusReport(job: job.spec.name)
    var lines = ""
    do throws(SystemError) {
      let freshness = try job.freshness(Renewal())
      for image in plan.images {
        let states = try freshness.state(of: image).outputs
        for (output, state) in zip(image.outputs, states) {
          report.count(state)
          if state == .done || json { continue }
          lines += "\(state.word) \(Console.shown(job.folders.place(of: output, image)))".shown + "\n"
        }
      }
    } catch {
      throw job.tellUnreadState(error)
    }
    return (report, lines)
  }
}
