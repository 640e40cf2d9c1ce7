import JobFile
import Planning
import Reporting
import Sharding
import State
import System

extension JobSession {
  /// Prepares a job before its plan is written to `file`. Merges the journals of earlier shards and of each
  /// `upright worker`, so that the new shards know all finished outputs. Throws if `file` exists and is
  /// neither empty nor a plan, or if the job can't be divided into `shards` shards.
  package func prepareFreezing(
    _ job: Job, to file: String, shards: Int
  ) throws(SessionError) {
    if shards > 1, job.spec.onError.policy == .stop {
      throw job.refusal(
        "'on_error.policy: stop' can't hold for shards, which don't know of each other: use continue")
    }
    if let entry = job.spec.sources.first(where: { $0.namesSecrets }) {
      throw job.refusal(
        entry, "a plan holds the job file, and this URL has parameters that sign it or stand for a password")
    }
    let path = absolute(file)
    try job.checkFree(path, as: "--out", file)
    if let status = FileStatus(at: path, followingLinks: false),
      status.isSpecial || status.bytes > 0 && !FrozenPlan.isPlan(path)
    {
      throw job.refusal("--out: '\(file)' is there already, and is no plan")
    }
    if !JobState.hasParts(job.spec, job.folders) { return }
    do throws(StateRefusal) {
      _ = try job.state(waiting: 0, unless: stop)
    } catch {
      throw SessionError(error, job, stop)
    }
  }

  /// Writes a job's plan to `file`, divided into `shards` shards. Returns a summary of one line.
  package func freeze(_ planned: PlannedJob, to file: String, shards: Int) throws -> String {
    let (job, plan) = (planned.job, planned.plan)
    if let entry = planned.survey.lists.firstWithSecrets {
      throw job.refusal(
        entry,
        "a plan holds no secrets, and URLs of this list have parameters that sign them or stand for a password"
      )
    }
    if plan.hasOutput(at: absolute(file), job.folders) {
      throw job.refusal("--out: '\(file)' is an output of the job too: name another file")
    }
    let header = FrozenHeader(plan, job.header, job.folders, text: job.text)
    let writer = FrozenPlanWriter(plan, job.spec, header, shards: shards)
    do {
      let shards = try writer.write(to: absolute(file)).shards
      return "\(file): \(plan.images.count.counted("source")), \(plan.rows.counted("output")) in "
        + "\(shards.count.counted("shard"))"
        + (shards.count > 1 ? ", the largest \(writer.balance.withTwoDecimals) of the mean" : "")
    } catch let error as SystemError {
      throw SessionError(writing: file, error)
    }
  }
}

extension Job {
  /// The refusal to write a plan of a job whose sources have secrets.
  fileprivate func refusal(_ entry: SourceEntry, _ reason: String) -> SessionError {
    refusal([Diagnostic(file: file, at: entry.location, "--out: \(reason): run the job without a plan")])
  }
}

extension BatchPlan {
  /// True if an output of the plan has the absolute path `path`.
  fileprivate func hasOutput(at path: String, _ folders: JobFolders) -> Bool {
    let root = folders.output == "/" ? "/" : folders.output + "/"
    guard path.utf8.starts(with: root.utf8) else { return false }
    let output = String(Substring(path.utf8.dropFirst(root.utf8.count)))
    return images.contains { $0.outputs.contains { $0.path?.hasSameBytes(as: output) == true } }
  }
}

extension Double {
  /// The number with two decimals, such as `1.04`.
  fileprivate var withTwoDecimals: String {
    let hundredths = Int((self * 100).rounded())
    return "\(hundredths / 100).\((hundredths % 100).digits(2))"
  }
}
