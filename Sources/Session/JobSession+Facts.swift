import ImageModel
import Imaging
import JobFile
import Planning
import Reporting
import Running
import State
import System

extension JobSession {
  /// The step that looks at the pictures of a job before they are planned; nil if the job's `where` needs no pixels.
  func step(for job: Job) -> SurveyStep? {
    guard job.spec.looksAtPixels else { return nil }
    let memory = MemoryBudget(memoryBytes, job.spec.isolation)
    let runner = Runner(pool: pool, memory: memory, unless: stop, renderer: job.renderer)
    var step = SurveyStep(side: GreyPicture.side, runner) { PictureFacts(grey: GreyPicture($0).facts) }
    step.wants = { [spec = job.spec] in spec.conditions(of: $0.entry)?.looksAtPixels == true }
    step.known = job.knownFacts()
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
