import ArgumentParser
import JSON
import JobFile
import Planning
import Reporting
import Session
import Sharding

/// `upright merge`: writes the manifest and exports of a plan that was run in shards.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Combine the shards of a plan, after all have run, into one manifest.",
    usage: "upright merge [<options>] --plan <file>",
    discussion: """
      Manifest and exports have the same bytes as after one run of the whole job. The job then knows the outputs of its \
      shards: its next run makes only outputs that changed since.

        upright merge --plan plan.jsonl
      """)

  @Option(
    help: ArgumentHelp("The plan that 'plan --out' wrote.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var plan: String

  @OptionGroup var base: FolderOptions
  @OptionGroup var messages: MessageOptions

  @Option(
    help: ArgumentHelp(
      "Wait up to this time for other runs of the job and its shards, 0 to 31536000. Default: exit with 75 at once.",
      valueName: "seconds"))
  var wait = UnattendedOptions.Seconds(value: 0)

  @Flag(help: "Print nothing if all is well.")
  var quiet = false

  @Flag(help: "Print a summary object to standard output.")
  var json = false

  func run() throws {
    let session = JobSession()
    let frozen = try session.openPlan(plan, isChecked: true)
    let job = try session.job(of: frozen, root: base.root, state: base.state)
    let report = try session.merge(frozen, of: job, waiting: wait.value)
    let failed = job.spec.onError.counted(failed: report.counts.failed, known: report.known)
    let isFine = job.spec.onError.allows(failed: failed, of: report.counts.rows)
    if json { try Console.output(JSONText.encode(report) + "\n") }
    if !quiet || failed > 0 { Log.tell(report.summary(isFine: isFine)) }
    if !isFine { throw SessionError(.failures, []) }
  }
}
