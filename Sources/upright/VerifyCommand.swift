import ArgumentParser
import JSON
import Planning
import Reporting
import Running
import Survey
import System
import Verifying

/// `upright verify`: is all as a manifest says?
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check that sources, outputs and rows are as a manifest says; nothing is written.",
    usage: "upright verify [<options>] <manifest>",
    discussion: """
      Hashes sources and outputs, plans the job anew, and compares each row byte for byte. Outputs can be rendered anew \
      as well. A line for each exception, then a summary; exit status 1 where there is any. The job file is looked for \
      by its hash in the manifest's folder and those above it.

        upright verify thumbs.manifest.jsonl
        upright verify --render 20 --seed 7 --job thumbs.yaml thumbs.manifest.jsonl
      """)

  @Argument(
    help: ArgumentHelp("A manifest.", valueName: "manifest"), completion: .file(extensions: ["jsonl"]))
  var manifest: String

  @OptionGroup var job: ManifestJobOption
  @OptionGroup var base: RootOption
  @OptionGroup var width: JobsOption
  @OptionGroup var memory: MemoryOption

  @Flag(help: "Look at outputs alone, and at rows by themselves: for who has no sources.")
  var outputsOnly = false

  @Option(
    help: ArgumentHelp("How many outputs are rendered anew, chosen at random, or all.", valueName: "n"))
  var render = SampleSize.some(0)

  @Option(help: ArgumentHelp("Chooses other outputs to render.", valueName: "number"))
  var seed: UInt64 = 0

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    if outputsOnly && render != .some(0) {
      throw ValidationError("--render needs sources: leave out --outputs-only")
    }
  }

  func run() throws {
    let heartbeat = Heartbeat("verifying", shows: Console.isTerminal)
    defer { heartbeat.end() }
    let subject = try ManifestJob(manifest, job: job.job, base)
    if subject.job.spec.hash == .none {
      throw subject.job.refuse("the manifest has no hashes to compare: 'hash' is none")
    }
    var report = VerificationReport(manifest: manifest)
    var exceptions: [ManifestException] = []
    do {
      let verification = Verification(
        try header(subject.job, subject.facts), subject.facts,
        try ManifestSums(
          subject.job.folders, largest: subject.job.spec.limits.maxFileBytes, pool: width.pool,
          counting: heartbeat.work),
        try scope(subject.job, subject.facts, counting: heartbeat.work))
      try verification.run(FileLines(of: subject.file.number), &report) { exception in
        if json { return exceptions.append(exception) }
        try Console.output(exception.text(path: subject.job.shown(output:)) + "\n")
      }
    } catch let halt as Halt {
      Log.tell(LogEntry(.error, file: manifest, halt.message))
      throw ExitStatus(halt)
    } catch let fault as FileFault {
      Log.tell(LogEntry(.error, file: manifest, fault.message))
      throw ExitStatus.usage
    }
    report.exceptions = exceptions
    try Console.output((json ? JSONText.encode(report) : report.line) + "\n")
    if report.found > 0 { throw ExitStatus.failures }
  }

  /// What rows that this program made would say, with the tool's name that the manifest has.
  private func header(_ job: LoadedJob, _ facts: ManifestFacts) throws -> ManifestHeader {
    let own = try ManifestFacts.Versions(job.header)
    var header = job.header
    header.tool = facts.versions.first(where: own.makesSameBytes)?.toolName ?? header.tool
    return header
  }

  private func scope(
    _ job: LoadedJob, _ facts: ManifestFacts, counting work: WorkDone
  ) throws -> Verification.Scope {
    if outputsOnly { return .outputs }
    let own = try ManifestFacts.Versions(job.header)
    if !facts.versions.isEmpty && !facts.versions.contains(where: own.makesSameBytes) {
      try tellVersions(facts.versions.first, own)
      return .sums
    }
    let surveys = LoadedJob.surveys([job], width.pool, counting: work)
    let plans = try LoadedJob.plan([job], surveys, writes: false)
    let memory = MemoryBudget(memory.bytes, job.spec.isolation)
    let runner = Runner(pool: width.pool, memory: memory, renderer: job.renderer)
    let rerendering = Rerendering(job.folders, runner, within: memory, counting: work)
    return .whole(plans.first ?? BatchPlan(images: []), rerendering, sample)
  }

  private var sample: RenderSample {
    switch render {
    case .all: .all
    case .some(0): .none
    case .some(let count): .some(count, seed: seed)
    }
  }

  /// Says that the manifest was made by other versions. Throws `usage` where something is to be rendered.
  private func tellVersions(
    _ made: ManifestFacts.Versions?, _ own: ManifestFacts.Versions
  ) throws(ExitStatus) {
    let difference = "was made by \(made?.words ?? "nobody"), and this is \(own.words)"
    if render != .some(0) {
      Log.tell(LogEntry(.error, file: manifest, difference + ": --render would compare the two"))
      throw .usage
    }
    Log.tell(
      LogEntry(.warning, file: manifest, difference + ": hashes are compared, and rows not with the plan"))
  }
}

/// Which job file a manifest is of.
struct ManifestJobOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The manifest's job file; else it is looked for in the manifest's folder and those above it.",
      valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
  var job: String?
}
