import JSON
import JobFile
import Planning
import Reporting
import State
import Survey
import System

/// `run --dry-run`: what a run would make, looked at without a lock; nothing is written.
struct DryRun {
  let pool: WorkerPool
  let reuse: ReuseOptions
  let work: WorkDone
  let quiet: Bool
  let json: Bool

  /// Says what runs of `jobs` would make. Throws, having said why, where they would be refused, and `failures` where more
  /// rows would fail than a job allows.
  func run(_ jobs: [LoadedJob]) throws {
    let surveys = LoadedJob.surveys(jobs, pool, counting: work)
    let plans = try LoadedJob.plan(jobs, surveys)
    var isFine = true
    for (index, job) in jobs.enumerated() {
      job.tell(surveys[index].unnamedPictures(plans[index]))
      let report = try show(job, try reuse.narrowed(plans[index], job))
      try Console.output(json ? JSONText.encode(report) + "\n" : quiet ? "" : report.line + "\n")
      let failed = job.spec.onError.counted(failed: report.failed, known: report.known)
      isFine = isFine && job.spec.onError.allows(failed: failed, of: report.rows)
    }
    if !isFine { throw ExitStatus.failures }
  }

  /// False where the run counts every failure as new.
  private var knowsFailures: Bool { reuse.only == nil && !reuse.renewal.forgetsFailures }

  /// Shows a line for each output that would be made.
  private func show(_ job: LoadedJob, _ plan: BatchPlan) throws(ExitStatus) -> DryRunReport {
    var report = DryRunReport(job: job.spec.name, images: plan.images.count)
    let (freshness, earlier): (Freshness, EarlierFailures)
    do throws(SystemError) {
      freshness = try job.freshness(reuse.renewal)
      earlier = try knowsFailures ? job.earlierFailures() : EarlierFailures()
    } catch {
      throw job.tellUnreadState(error)
    }
    var standing: [StandingFile] = []
    for image in plan.images {
      let state: ItemState
      do throws(SystemError) { state = try freshness.state(of: image) } catch {
        throw job.tellUnreadState(error)
      }
      if let failures = ContentFailures(image, state.outcomes(of: image), job.folders),
        earlier.contains(failures)
      {
        report.known += failures.count
      }
      var lines = ""
      for (index, (output, state)) in zip(image.outputs, state.outputs).enumerated() {
        if state == .kept { standing.append(StandingFile(output: index, path: output.path ?? "")) }
        if report.count(state) {
          lines += "make \(Console.shown(job.folders.place(of: output, image)))".shown + "\n"
        }
      }
      if !quiet && !json { try Console.output(lines) }
    }
    if job.spec.existing == .error && !standing.isEmpty { throw job.refuse(standing: standing) }
    return report
  }
}
