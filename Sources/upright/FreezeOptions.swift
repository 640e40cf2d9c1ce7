import ArgumentParser
import Glibc
import Planning
import Reporting
import Sharding
import State
import System

/// Where `plan` writes a plan that is run later, elsewhere or in parts.
struct FreezeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the plan to a file, for 'run --plan', in place of showing it.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var out: String?

  @Option(
    help: ArgumentHelp(
      "Cut the plan of --out into so many parts of about the same work, 1 to \(ShardPlace.most); 1 without it.",
      valueName: "n"))
  var shards: Int?

  /// Throws where the options don't go together with a call for so many jobs.
  func check(jobs: Int, printsJSON: Bool) throws {
    guard let out else {
      if shards != nil { throw ValidationError("--shards: say by --out where the plan goes") }
      return
    }
    if jobs > 1 { throw ValidationError("--out takes the plan of one job") }
    if printsJSON { throw ValidationError("--out writes JSON lines: leave out --json") }
    if let shards, !(1...ShardPlace.most).contains(shards) {
      throw ValidationError("--shards: 1 to \(ShardPlace.most)")
    }
    try FileToWrite.check(out, "--out")
  }

  /// Has the job take over what parts of it have made until now, so that the parts of another plan know it. Throws, having
  /// said why, where that can't be done, where something else would be replaced, and for a job that can't be cut.
  func prepare(_ jobs: [LoadedJob]) throws(ExitStatus) {
    guard let out, let job = jobs.first else { return }
    try check(out, job)
    if !JobState.hasParts(job.spec, job.folders) { return }
    let stop = StopRequest()
    do throws(StateRefusal) { _ = try JobState(job.spec, job.folders, waiting: 0, unless: stop) } catch {
      throw TakenJob.tell(error, job, stop)
    }
  }

  private func check(_ out: String, _ job: LoadedJob) throws(ExitStatus) {
    if let shards, shards > 1, job.spec.onError.policy == .stop {
      throw job.refuse(
        "'on_error.policy: stop' can't hold for shards, which don't know of each other: use continue")
    }
    try job.checkFree(FileToWrite.absolute(out), as: "--out", out)
    guard let status = FileStatus(at: FileToWrite.absolute(out), followingLinks: false) else { return }
    guard !status.isSpecial,
      status.bytes == 0 || FrozenPlan.isPlan(FileToWrite.absolute(out))
    else { throw job.refuse("--out: '\(out)' is there already, and is no plan") }
  }

  /// Writes the plan, and says in a line what it comes to. Throws, having said why, where it can't be written.
  func freeze(_ plan: BatchPlan, of job: LoadedJob, to file: String) throws -> String {
    if plan.hasOutput(at: FileToWrite.absolute(file), job.folders) {
      throw job.refuse("--out: '\(file)' is an output of the job too: name another file")
    }
    let header = FrozenHeader(plan, job.header, job.folders, text: job.text)
    let writer = FrozenPlanWriter(plan, job.spec, header, shards: shards ?? 1)
    do {
      let shards = try writer.write(to: FileToWrite.absolute(file)).shards
      return "\(file): \(plan.images.count.counted("source")), \(plan.rows.counted("output")) in "
        + "\(shards.count.counted("shard"))"
        + (shards.count > 1 ? ", the largest \(writer.balance.withTwoDecimals) of the mean" : "")
    } catch let error as SystemError {
      Log.tell(LogEntry(.error, "'\(file)' can't be written: \(error.message)"))
      throw error.isTemporary ? ExitStatus.later : .unwritten
    }
  }
}

extension BatchPlan {
  /// True where an output's place is the absolute `path`.
  fileprivate func hasOutput(at path: String, _ folders: JobFolders) -> Bool {
    let root = folders.output == "/" ? "/" : folders.output + "/"
    guard path.utf8.starts(with: root.utf8) else { return false }
    let output = String(Substring(path.utf8.dropFirst(root.utf8.count)))
    return images.contains { $0.outputs.contains { $0.path?.hasSameBytes(as: output) == true } }
  }
}

extension Double {
  /// `1.04`.
  fileprivate var withTwoDecimals: String {
    let hundredths = Int((self * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
