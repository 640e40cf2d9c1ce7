import Glibc
import JobFile
import Planning
import Reporting
import Running
import State
import Survey
import System
import Workers

extension TakenJob {
  /// Takes all jobs in hand, plans them, and looks what of them is done. Throws, having said why, where that can't be
  /// done with any of them: then none is to run.
  static func take(
    _ jobs: [LoadedJob], _ pool: WorkerPool, _ reuse: ReuseOptions, waiting seconds: Double,
    unless stop: StopRequest, counting work: WorkDone, measures: Bool
  ) throws(ExitStatus) -> [TakenJob] {
    var states: [JobState] = []
    do throws(ExitStatus) {
      for job in jobs {
        do throws(StateRefusal) {
          // Its lock is held by this very process then.
          if let other = jobs.prefix(states.count).first(where: job.sharesState) {
            throw .taken(by: other.file)
          }
          states.append(try JobState(job.spec, job.folders, waiting: seconds, unless: stop))
        } catch {
          if case .failed(_, isPlace: true) = error {
            _ = try LoadedJob.plan(jobs, LoadedJob.surveys(jobs, pool))
          }
          throw tell(error, job, stop)
        }
        tellDamage(states.last?.journal.droppedBytes ?? 0, job)
      }
      if let job = jobs.first(where: { $0.spec.sandbox == .require }) { try checkSandbox(job) }
      let surveys = LoadedJob.surveys(jobs, pool, counting: work, measures: measures)
      let fingerprints = zip(jobs, surveys).map { $1.fingerprint($0.header.identity) }
      if !reuse.looksCloser, let settled = settled(jobs, states, surveys, fingerprints, reuse) {
        return settled
      }
      let plans = try LoadedJob.plan(jobs, surveys)
      var taken: [TakenJob] = []
      for (index, job) in jobs.enumerated() {
        let plan = try reuse.narrowed(plans[index], job)
        taken.append(TakenJob(job, states[index], plan, fingerprint: fingerprints[index], reuse))
        taken[index].probes = surveys[index].probes
      }
      if reuse.locked {
        let sums = FileSums(pool, unless: stop, counting: work)
        try checkLocks(taken, surveys, LockCheck(sums: sums, stop: stop, reuse: reuse))
      }
      for index in taken.indices { try taken[index].look() }
      return taken
    } catch {
      for state in states { state.withdraw() }
      throw error
    }
  }

  /// The jobs where nothing is to be done in any of them; nil else, since what one makes may stand in another's way.
  private static func settled(
    _ jobs: [LoadedJob], _ states: [JobState], _ surveys: [JobSurvey], _ fingerprints: [String?],
    _ reuse: ReuseOptions
  ) -> [TakenJob]? {
    var taken: [TakenJob] = []
    for (index, job) in jobs.enumerated() {
      let state = states[index]
      guard let images = surveys[index].count,
        state.isSettled(
          job.spec, images: images, fingerprint: fingerprints[index], manifest: job.folders.manifest)
      else { return nil }
      taken.append(TakenJob(settled: job, state, images: images, reuse))
    }
    return taken
  }

  /// Throws, having said why, where a job isn't as it was locked.
  private static func checkLocks(
    _ taken: [TakenJob], _ surveys: [JobSurvey], _ check: LockCheck
  ) throws(ExitStatus) {
    var pass = true
    for (job, survey) in zip(taken, surveys) {
      do {
        let passes = try check.passes(job.job, job.plan, survey.filesBeside, job.state.journal)
        pass = pass && passes
      } catch is Stopped {
        throw tell(.stopped, job.job, check.stop)
      } catch {
        let halt = error as? Halt ?? Halt(.fault, "the lock can't be compared: \(error)")
        Log.tell(LogEntry(.error, file: job.job.file, halt.message))
        throw ExitStatus(halt)
      }
    }
    if !pass { throw .usage }
  }

  /// Throws, having said why, where `sandbox: require` can't be had: then no job is to run, not even one that doesn't
  /// ask for it.
  static func checkSandbox(_ job: LoadedJob) throws(ExitStatus) {
    do throws(Halt) { try ProcessRenderer.check(.require) } catch {
      Log.tell(LogEntry(.error, file: job.file, error.message))
      throw ExitStatus(error)
    }
  }

  static func tellDamage(_ bytes: Int, _ job: LoadedJob, _ part: JobPart = .whole) {
    if bytes == 0 { return }
    let path = job.folders.state(job.spec, part) + "/journal"
    Log.tell(
      LogEntry(
        .warning, file: job.file, "the journal '\(path)' is damaged: its last \(bytes) bytes don't count"))
  }

  static func tell(_ refusal: StateRefusal, _ job: LoadedJob, _ stop: StopRequest) -> ExitStatus {
    switch refusal {
    case .held:
      Log.tell(
        LogEntry(
          .error, file: job.file,
          "the job is being run by another process: try again later, or wait for it by --wait SECONDS"))
      return .later
    case .partHeld:
      Log.tell(
        LogEntry(
          .error, file: job.file, "this part of the job is being run by another process: try again later"))
      return .later
    case .stopped:
      Log.tell(LogEntry(.error, file: job.file, "the job was asked to end before it began"))
      return stop.reason.map(ExitStatus.init) ?? .later
    case .taken(let other): return job.refuse(sharing: other)
    case .failed(let halt, _):
      Log.tell(LogEntry(.error, file: job.file, halt.message))
      return ExitStatus(halt)
    }
  }

  /// Surveys the job. Throws, having said why, where files stand in the way that are not to be replaced.
  mutating func look() throws(ExitStatus) {
    let kept: [(image: Int, output: Int)]
    do throws(Halt) { kept = try survey() } catch {
      Log.tell(LogEntry(.error, file: job.file, error.message))
      throw ExitStatus(error)
    }
    guard job.spec.existing == .error, !kept.isEmpty else { return }
    throw job.refuse(
      standing: kept.map { place in
        StandingFile(output: place.output, path: plan.images[place.image].outputs[place.output].path ?? "")
      })
  }
}

extension LoadedJob {
  /// True when `other`, whose state folder is there, has that very folder, by whatever path.
  fileprivate func sharesState(with other: LoadedJob) -> Bool {
    guard let own = FileStatus(at: folders.state(spec)),
      let its = FileStatus(at: other.folders.state(other.spec))
    else { return false }
    return own.isSameFile(as: its)
  }
}

extension ReuseOptions {
  /// True when the whole plan is wanted, whatever is done.
  fileprivate var looksCloser: Bool { renewal != Renewal() || prune || locked || only != nil }

  /// The part of a plan that the options ask for. Throws, having said why, where that is nothing.
  func narrowed(_ plan: BatchPlan, _ job: LoadedJob) throws(ExitStatus) -> BatchPlan {
    var plan = plan
    if let only {
      plan.images.removeAll { !only.glob.matches($0.source.utf8) }
      if plan.images.isEmpty {
        throw job.refuse("--only: '\(only.glob.text)' matches no source of this job")
      }
    }
    if prune && plan.images.isEmpty {
      throw job.refuse("--prune: no image is planned, so that every output would be removed")
    }
    if verify && job.spec.hash == .none {
      throw job.refuse("--verify compares hashes: set 'hash' to sha256")
    }
    return plan
  }
}
