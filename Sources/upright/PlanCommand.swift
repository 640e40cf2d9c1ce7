import ArgumentParser
import JSON
import JobFile
import Planning
import Reporting
import Session
import State

/// `upright plan`: prints the work of a run.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Show the work of a run; reads headers, but no pixels.",
    usage: "upright plan [<options>] <job> ...",
    discussion: """
      For each source: stored and displayed size, orientation, crop in both spaces, scale and region to decode, \
      output size and path, and predicted peak memory. Exit status 1 if rows would fail.

        upright plan thumbs.yaml
        upright plan --summary thumbs.yaml
        upright plan --json thumbs.yaml | jq -c 'select(.peak_bytes > 50e6) | .source'
        upright plan --out plan.jsonl --shards 8 thumbs.yaml
      """)

  @OptionGroup var options: JobOptions
  @OptionGroup var width: JobsOption
  @OptionGroup var messages: MessageOptions

  @Flag(help: "Print JSON lines: a header, then the plan that run executes, one source a line.")
  var json = false

  @Flag(help: "Show the totals of each job, and its failures by code, instead of each source.")
  var summary = false

  @OptionGroup var freezing: FreezeOptions

  func validate() throws {
    try options.validateJobs()
    if summary && (json || freezing.out != nil) {
      throw ValidationError("--summary is for people: leave out \(json ? "--json" : "--out")")
    }
    try freezing.check(jobs: options.jobs.count, printsJSON: json)
  }

  func run() throws {
    let heartbeat = Heartbeat("planning")
    defer { heartbeat.end() }
    let session = JobSession(pool: width.pool, counting: heartbeat.work)
    let jobs = try session.load(options)
    var state: JobState?
    if let out = freezing.out, let job = jobs.first {
      state = try session.prepareFreezing(job, to: out, shards: freezing.shards ?? 1)
    }
    let planned: [PlannedJob]
    do throws(SessionError) { planned = try session.plan(jobs) } catch {
      state?.withdraw()
      throw error
    }
    for planned in planned {
      let (job, plan) = (planned.job, planned.plan)
      session.warnOfUnnamedPictures(planned)
      session.warnOfSlowEncoders(plan.images, job)
      if let out = freezing.out {
        let line = try session.freeze(planned, to: out, shards: freezing.shards ?? 1, state)
        try Console.output(line.shown + "\n")
      } else if summary {
        try Console.output(PlanText.totals(plan, job: job.spec.name))
      } else {
        let older = try session.keptOlder(planned)
        try json ? printJSON(job, plan, older) : printText(plan, job, older)
      }
    }
    if planned.contains(where: { $0.plan.failedRows > 0 }) { throw SessionError(.failures, []) }
  }

  private func printJSON(_ job: Job, _ plan: BatchPlan, _ older: Int) throws {
    var json = JSONWriter()
    json.line(PlanHeader(job.header, splits: plan.splitCounts, buckets: plan.bucketCounts, older: older))
    for image in plan.images {
      json.line(image)
      if json.count >= JSONWriter.chunk { try Console.output(json.take()) }
    }
    try Console.output(json.take())
  }

  private func printText(_ plan: BatchPlan, _ job: Job, _ older: Int) throws {
    let text = PlanText(shown: job.shown(output:))
    for image in plan.images { try Console.output(text.lines(image)) }
    try Console.output(text.exports(job.spec))
    try Console.output(PlanText.buckets(plan))
    try Console.output(PlanText.summary(plan, older: older))
  }
}
