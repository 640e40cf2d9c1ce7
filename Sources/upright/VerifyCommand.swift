import ArgumentParser
import JSON
import Reporting
import Session
import Verifying

/// `upright verify`: checks sources, outputs and rows against a manifest.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check sources, outputs and rows against a manifest; writes nothing.",
    usage: "upright verify [<options>] <manifest>",
    discussion: """
      Hashes sources and outputs, plans the job again, and compares each row byte for byte. On request it renders outputs \
      again. Prints a line for each exception, then a summary; exit status 1 if there is an exception. The job file is \
      found by its hash in the manifest's folder or a folder above.

        upright verify thumbs.manifest.jsonl
        upright verify --render 20 --seed 7 --job thumbs.yaml thumbs.manifest.jsonl
      """)

  @Argument(
    help: ArgumentHelp("A manifest.", valueName: "manifest"), completion: .file(extensions: ["jsonl"]))
  var manifest: String

  @OptionGroup var job: ManifestJobOption
  @OptionGroup var base: FolderOptions
  @OptionGroup var width: JobsOption
  @OptionGroup var memory: MemoryOption
  @OptionGroup var messages: MessageOptions

  @Flag(help: "Check only outputs, and rows by themselves, without sources.")
  var outputsOnly = false

  @Option(
    help: ArgumentHelp("The number of outputs to render again, chosen at random, or all.", valueName: "n"))
  var render = SampleSize(count: 0)

  @Option(help: ArgumentHelp("Chooses other outputs to render.", valueName: "number"))
  var seed: UInt64 = 0

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    if outputsOnly && render.count != 0 {
      throw ValidationError("--render needs sources: leave out --outputs-only")
    }
  }

  func run() throws {
    let heartbeat = Heartbeat("verifying")
    defer { heartbeat.end() }
    let session = JobSession(pool: width.pool, memory: memory, counting: heartbeat.work)
    let subject = try session.open(manifest: manifest, job: job.job, root: base.root, state: base.state)
    var exceptions: [ManifestException] = []
    let scope: JobSession.VerificationScope = outputsOnly ? .outputs : .whole(sample)
    var report = try session.verify(subject, named: manifest, scope) { exception in
      if json { return exceptions.append(exception) }
      try Console.output(exception.text(path: subject.job.shown(output:)) + "\n")
    }
    report.exceptions = exceptions
    try Console.output((json ? JSONText.encode(report) : report.line) + "\n")
    if report.found > 0 { throw SessionError(.failures, []) }
  }

  private var sample: RenderSample {
    guard let count = render.count else { return .all }
    return count == 0 ? .none : .some(count, seed: seed)
  }
}

/// The option that names the job file of a manifest.
struct ManifestJobOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The manifest's job file. Default: found in the manifest's folder or a folder above.",
      valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
  var job: String?
}
