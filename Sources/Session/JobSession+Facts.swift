import ImageModel
import Imaging
import JobFile
import Planning
import Reporting
import Running
import State
import System
import Workers

extension JobSession {
  /// The step that looks at the pictures of a job before they are planned; nil if the plan needs no pixels. With `ofAll`,
  /// the step looks at all pictures. If a run follows, `state` is its state. With `makesAhead`, the step then makes the
  /// outputs of new pictures too.
  func step(
    for job: Job, in state: JobState? = nil, makesAhead: Bool = false, ofAll: Bool = false
  ) -> SurveyStep? {
    guard ofAll || job.spec.plansByPixels else { return nil }
    let memory = MemoryBudget(memoryBytes, job.spec.isolation)
    let settings = WorkerSettings(job.spec.sandbox)
    let runner = Runner(pool: pool, memory: memory, unless: stop) { [isolation = job.spec.isolation] in
      isolation.renderer(settings, helpers: $0)
    }
    var step = SurveyStep(side: GreyPicture.side, runner) { PictureFacts(grey: GreyPicture($0).facts) }
    if !ofAll { step.wants = { [spec = job.spec] in spec.conditions(of: $0.entry)?.looksAtPixels == true } }
    let known = job.knownFacts()
    step.known = known
    guard let state else { return step }
    // A fault shows when the facts are kept at the plan's end.
    step.keep = { try? state.keepMore(known) }
    if makesAhead && job.spec.mayMakeAhead {
      step.ahead = MakingAhead(state, versions: job.header.versions, in: settings.confinement)
    }
    return step
  }

  /// Keeps the facts that a plan uses, in `state`, which holds the run lock of the whole job. An error costs later
  /// plans time, so the call goes on with a warning.
  func keepFacts(of planned: PlannedJob, in state: JobState) {
    guard let facts = planned.survey.knownFacts else { return }
    do throws(SystemError) { try state.keep(facts) } catch {
      tell(
        LogEntry(
          .warning, job: planned.job.spec.name, "the facts about pictures can't be kept: \(error.message)"))
    }
  }
}

extension JobSpec {
  /// True if outputs may be made before the plan. Pictures on the web aren't fetched before their turn. Outputs for a
  /// bucket, and outputs that spare existing files, may be there already. A job that stops at a failure makes nothing
  /// behind it. A crop around detail is known only when its picture is decoded.
  fileprivate var mayMakeAhead: Bool {
    !hasURLs && outputBucket == nil && existing == .replace && onError.policy != .stop && !takesDetailFocus
  }
}
