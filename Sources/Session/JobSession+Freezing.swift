import JobFile
import Planning
import Reporting
import Sharding
import State
import Survey
import System

extension JobSession {
  /// Prepares a job before its plan is written to `file`. Merges the journals of earlier shards and of each
  /// `upright worker`, so that the new shards know all finished outputs. Throws if `file` exists and is
  /// neither empty nor a plan, or if the job can't be divided into `shards` shards.
  ///
  /// Returns the state of a job with archives, in which their indexes are kept for the shards, or of a job that looks
  /// at pictures, in which facts about them are kept for the next plan, or of a job with an exact split. The caller
  /// holds it until the plan is written. Nil if there is nothing to keep or no way to keep it.
  ///
  /// Throws if another process holds the state of a job with an exact split: it may deal the same groups otherwise.
  package func prepareFreezing(
    _ job: Job, to file: String, shards: Int
  ) throws(SessionError) -> JobState? {
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
    let hasParts = JobState.hasParts(job.spec, job.folders)
    let hasArchives = job.spec.sources.contains { $0.archive.map { $0.columns == nil } == true }
    let deals = job.folders.splits != nil
    let keeps = hasArchives || job.spec.plansByPixels || deals
    if !hasParts && !keeps { return nil }
    do throws(StateRefusal) {
      let state = try job.state(waiting: 0, unless: stop)
      if !keeps { return nil }
      keepArchives(of: job, in: state)
      return state
    } catch {
      // Without kept indexes, each shard scans the archives itself.
      if !hasParts && !deals { return nil }
      throw SessionError(error, job, stop)
    }
  }

  /// Writes a job's plan to `file`, divided into `shards` shards. Returns a summary of one line. `state` is what
  /// ``prepareFreezing(_:to:shards:)`` returned.
  package func freeze(
    _ planned: PlannedJob, to file: String, shards: Int, _ state: JobState?
  ) throws -> String {
    let (job, plan) = (planned.job, planned.plan)
    do throws(SessionError) { try check(planned, to: file) } catch {
      state?.withdraw()
      throw error
    }
    do throws(Halted) { try job.recordSplits(plan) } catch {
      state?.withdraw()
      throw SessionError(error.halt, file: job.file)
    }
    if let state {
      forgetArchives(of: job, in: state)
      keepFacts(of: planned, in: state)
    }
    let header = FrozenHeader(plan, job.header, job.folders, text: job.text)
    let writer = FrozenPlanWriter(plan, job.spec, header, shards: shards)
    do {
      let shards = try writer.write(to: absolute(file)).shards
      return "\(file): \(plan.images.count.counted("source")), \(plan.rows.counted("output")) in "
        + "\(shards.count.counted("shard"))"
        + (shards.count > 1 ? ", the largest \(writer.balance.withTwoDecimals) of the mean" : "")
        + plan.missedShares.map { "; \($0)" }.joined()
    } catch let error as SystemError {
      state?.withdraw()
      throw SessionError(writing: file, error)
    }
  }

  /// Throws if a plan has secrets, or if its file would be an output too.
  private func check(_ planned: PlannedJob, to file: String) throws(SessionError) {
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
