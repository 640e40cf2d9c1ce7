import JobFile
import Planning
import Reporting
import Running
import State
import Survey

extension JobSession {
  /// Plans jobs. `writes` tells if their outputs are to be made. If jobs can't be planned, throws one error
  /// with the messages about all of them.
  package func plan(_ jobs: [Job], writes: Bool = true) throws(SessionError) -> [PlannedJob] {
    try plan(jobs, surveys(jobs), writes: writes)
  }

  /// Finds the sources of jobs. With `measures`, a survey later records the cost of reading each header. If runs
  /// follow, `states` has the state of each job's run. With `makesAhead`, surveys may make outputs there.
  func surveys(
    _ jobs: [Job], in states: [JobState] = [], measures: Bool = false, makesAhead: Bool = false
  ) -> [JobSurvey] {
    let reserved = ReservedPlaces(jobs.map(\.folders))
    return jobs.enumerated().map { index, job in
      let step = step(
        for: job, in: states.indices.contains(index) ? states[index] : nil, makesAhead: makesAhead)
      return JobSurvey(
        job.spec, job.folders, job.store, file: job.file, reserved: reserved, pool: pool, counting: work,
        measures: measures, step: step)
    }
  }

  /// Plans jobs from their surveys.
  func plan(
    _ jobs: [Job], _ surveys: [JobSurvey], writes: Bool = true
  ) throws(SessionError) -> [PlannedJob] {
    var status = ExitStatus.done
    var faults: [SessionMessage] = []
    var planned: [PlannedJob] = []
    for (job, survey) in zip(jobs, surveys) {
      switch survey.plan(writes: writes) {
      case .success(let plan):
        planned.append(PlannedJob(job: job.naming(draws: plan.draws), plan: plan, survey: survey))
      case .failure(let refusal):
        let error = SessionError(refusal, job)
        faults += error.messages
        // After a stop request, a survey with a step ends early.
        status = max(status, stop.reason.map(ExitStatus.init) ?? .done, error.status)
      }
    }
    if planned.count < jobs.count { throw SessionError(status, faults) }
    let calls = planned.map {
      CallChecks.Job($0.job.spec, file: $0.job.file, folders: $0.job.folders, plan: $0.plan)
    }
    let refusals = CallChecks(calls, shown: shown).refusals()
    if !refusals.isEmpty { throw SessionError(.usage, [.diagnostics(refusals, text: [])]) }
    return planned
  }

  /// Warns of pictures that no annotation names, in the folders of annotated pictures.
  package func warnOfUnnamedPictures(_ planned: PlannedJob) {
    warn(planned.survey.warningsOfUnnamed(planned.plan), planned.job)
  }

  /// Warns if outputs of `images` take longer to encode than the job allows, and nothing can stop the
  /// encoder.
  package func warnOfSlowEncoders(_ images: some Sequence<ImagePlan>, _ job: Job) {
    if let warning = EncoderTime.warning(images, of: job.spec, file: job.file) { warn([warning], job) }
  }

  private func warn(_ diagnostics: [Diagnostic], _ job: Job) {
    if !diagnostics.isEmpty { tell([.diagnostics(diagnostics, text: job.text)]) }
  }
}

extension SessionError {
  fileprivate init(_ refusal: Refusal, _ job: Job) {
    var messages: [SessionMessage] = []
    if !refusal.diagnostics.isEmpty { messages.append(.diagnostics(refusal.diagnostics, text: job.text)) }
    if let halt = refusal.halt { messages.append(.entry(LogEntry(.error, file: job.file, halt.message))) }
    self.init(refusal.halt.map(ExitStatus.init) ?? .usage, messages)
  }
}
