import Glibc
import ImageModel
import JobFile
import Planning
import Reporting
import Running
import State
import Survey
import System
import Verifying
import Workers

extension JobSession {
  /// Takes the run locks of jobs, plans the jobs, and finds the images that are left to make. Waits up to
  /// `seconds` for other runs of a job. Throws if one of the jobs can't run; the caller then runs none.
  package func prepare(
    _ jobs: [Job], _ options: RunOptions = RunOptions(), waiting seconds: Double = 0, measures: Bool = false
  ) throws(SessionError) -> [PreparedJob] {
    var states: [JobState] = []
    do throws(SessionError) {
      for job in jobs { states.append(try lock(job, after: jobs.prefix(states.count), of: jobs, seconds)) }
      for (job, state) in zip(jobs, states) {
        if options.renewal.distrustsArchives { job.store.scanArchivesAnew() }
        keepArchives(of: job, in: state)
      }
      if let job = jobs.first(where: { $0.spec.sandbox == .require }) { try checkSandbox(job) }
      let surveys = surveys(
        jobs, in: states, measures: measures, makesAhead: options.only == nil && !measures)
      let fingerprints = zip(jobs, surveys).map { $1.fingerprint($0.header.identity) }
      if !options.needsPlan, let settled = try settled(jobs, states, surveys, fingerprints, options) {
        return settled
      }
      let planned = try plan(jobs, surveys)
      for (planned, state) in zip(planned, states) {
        forgetArchives(of: planned.job, in: state)
        keepFacts(of: planned, in: state)
      }
      var prepared: [PreparedJob] = []
      for (index, planned) in planned.enumerated() {
        try checkManifest(planned.job, states[index])
        // All outputs of the job are recovered, also those that `--only` leaves out.
        try recover(planned.job, states[index], planned.plan.images)
        let plan = try options.narrowed(planned.plan, planned.job)
        var job = try PreparedJob(
          planned.job, states[index], plan, fingerprint: fingerprints[index], options)
        job.ahead = planned.survey.ahead
        job.probes = planned.survey.probes
        prepared.append(job)
      }
      if options.isLocked { try LockCheck(self, options).check(prepared, surveys.map(\.filesBeside)) }
      for index in prepared.indices { try prepared[index].survey() }
      return prepared
    } catch {
      for state in states { state.withdraw() }
      throw error
    }
  }

  /// Throws if an object that is no manifest lies where the job's manifest goes in its bucket.
  func checkManifest(_ job: Job, _ state: JobState) throws(SessionError) {
    let message: String?
    do throws(SystemError) { message = try state.standing(inManifest: job.folders.manifest) } catch {
      throw SessionError(Halt(error, writing: job.folders.manifest), file: job.file)
    }
    if let message { throw job.refusal(message) }
  }

  /// Fills the empty journal of a job with what its bucket and its manifest confirm.
  private func recover(_ job: Job, _ state: JobState, _ images: [ImagePlan]) throws(SessionError) {
    do throws(Halted) {
      let freshness = try job.freshness(in: state)
      guard let recovery = StateRecovery(state, freshness, job.store, pool: pool) else { return }
      let count = try recovery.run(images, manifest: job.folders.manifest, unless: stop)
      if count > 0 {
        tell(
          LogEntry(
            .warning, job: job.spec.name,
            "the job had no state: \(count.counted("output")) in '\(job.folders.output)' stay, as the manifest says"
          ))
      }
    } catch { throw SessionError(error.halt, file: job.file) }
  }

  /// Takes a job's run lock.
  private func lock(
    _ job: Job, after earlier: ArraySlice<Job>, of jobs: [Job], _ seconds: Double
  ) throws(SessionError) -> JobState {
    let state: JobState
    do throws(StateRefusal) {
      // This process holds the run lock already, for an earlier job.
      if let other = earlier.first(where: job.sharesState) { throw .taken(by: other.file) }
      state = try job.state(waiting: seconds, unless: stop)
    } catch {
      // The plan's refusal explains better why the state folder can't be made.
      if case .failed(_, isPlace: true) = error { _ = try plan(jobs) }
      throw SessionError(error, job, stop)
    }
    warnOfDamage(state, job)
    return state
  }

  /// The jobs, if no job has anything to do. Nil otherwise: then all jobs are planned, because an output of
  /// one job may collide with another job.
  private func settled(
    _ jobs: [Job], _ states: [JobState], _ surveys: [JobSurvey], _ fingerprints: [String?],
    _ options: RunOptions
  ) throws(SessionError) -> [PreparedJob]? {
    var prepared: [PreparedJob] = []
    for (index, job) in jobs.enumerated() {
      guard let images = surveys[index].count,
        let end = states[index].settledEnd(
          fingerprint: fingerprints[index], manifest: job.folders.manifest)
      else { return nil }
      prepared.append(try PreparedJob(settled: job, states[index], end, images: images, options))
    }
    return prepared
  }

  /// Throws if the system can't do what `sandbox: require` demands.
  func checkSandbox(_ job: Job) throws(SessionError) {
    do throws(Halted) { try ProcessRenderer.check(.require) } catch {
      throw SessionError(error.halt, file: job.file)
    }
  }

  /// Warns if a journal is damaged.
  func warnOfDamage(_ state: JobState, _ job: Job, _ part: JobPart = .whole) {
    let bytes = state.journal.droppedBytes
    if bytes == 0 { return }
    let path = job.folders.state(job.spec, part) + "/journal"
    tell(
      LogEntry(
        .warning, file: job.file, "the journal '\(path)' is damaged: its last \(bytes) bytes don't count"))
  }
}

extension SessionError {
  /// The error for a job without its run lock.
  init(_ refusal: StateRefusal, _ job: Job, _ stop: StopRequest) {
    switch refusal {
    case .held:
      self.init(
        .later, file: job.file,
        "the job is being run by another process: try again later, or wait for it by --wait SECONDS")
    case .partHeld:
      self.init(
        .later, file: job.file,
        "this part of the job is being run by another process: try again later")
    case .stopped:
      self.init(
        stop.reason.map(ExitStatus.init) ?? .later, file: job.file,
        "the job was asked to end before it began")
    case .taken(let other): self = job.refusal(sharing: other)
    case .foreign:
      self = job.refusal(
        "'\(job.folders.state(job.spec))' is there already and holds no state: name another folder by 'state' or --state"
      )
    case .failed(let halt, _): self.init(halt, file: job.file)
    }
  }
}

extension Job {
  /// True if both jobs have the same state folder or the same folder of temporary files, even by different paths.
  fileprivate func sharesState(with other: Job) -> Bool {
    let own = stateFolders
    return other.stateFolders.contains { its in own.contains { $0.isSameFile(as: its) } }
  }

  private var stateFolders: [FileStatus] {
    [folders.state(spec), folders.temporaries(spec)].compactMap { (path: String) in FileStatus(at: path) }
  }
}
