import JobFile
import Planning
import Reporting
import State
import System

extension JobSession {
  /// Plans jobs as a run with these options does.
  package func plan(_ jobs: [Job], for options: RunOptions) throws(SessionError) -> [PlannedJob] {
    if options.renewal.distrustsArchives { for job in jobs { job.store.scanArchivesAnew() } }
    return try plan(jobs)
  }

  /// Reports the outputs that a run of a planned job would make. Takes no lock and writes nothing. `make`
  /// gets the absolute path of each of these outputs. Throws if the run would be refused.
  package func dryRun(
    _ planned: PlannedJob, _ options: RunOptions, make: (String) throws -> Void
  ) throws -> (report: DryRunReport, isFine: Bool) {
    let job = planned.job
    let plan = try options.narrowed(planned.plan, job)
    var report = DryRunReport(job: job.spec.name, images: plan.images.count)
    let (freshness, earlier): (Freshness, EarlierFailures)
    do throws(SystemError) {
      freshness = try job.freshness(options.renewal)
      // With `--only`, `--force` or `--retry-failed`, a run counts every failure as new.
      let knowsFailures = options.only == nil && !options.renewal.forgetsFailures
      earlier = try knowsFailures ? job.earlierFailures() : EarlierFailures()
    } catch {
      throw job.unreadState(error)
    }
    var standing: [(entry: Int, path: String)] = []
    for image in plan.images {
      let state: ItemState
      do throws(SystemError) { state = try freshness.state(of: image) } catch {
        throw job.unreadState(error)
      }
      if let failures = ContentFailures(image, state.outcomes(of: image), job.store),
        earlier.contains(failures)
      {
        report.known += failures.count
      }
      for (index, (output, state)) in zip(image.outputs, state.outputs).enumerated() {
        if state == .kept {
          standing.append((job.spec.entryIndex(ofOutput: index, of: image), output.path ?? ""))
        }
        if report.count(state) { try make(job.folders.place(of: output, image)) }
      }
    }
    if job.spec.existing == .error && !standing.isEmpty { throw job.refusal(standing: standing) }
    let failed = job.spec.onError.counted(failed: report.failed, known: report.known)
    return (report, job.spec.onError.allows(failed: failed, of: report.rows))
  }

  /// The number of outputs of a planned job that other versions made, and that the job keeps.
  package func keptOlder(_ planned: PlannedJob) throws(SessionError) -> Int {
    planned.job.spec.onUpgrade == .keep ? try status(of: planned) { _, _ in }.older : 0
  }

  /// Counts the outputs of a planned job by their states, without a lock. `tell` gets the state and the
  /// absolute path of each output.
  package func status(
    of planned: PlannedJob, tell: (OutputState, String) -> Void
  ) throws(SessionError) -> StatusReport {
    let job = planned.job
    var report = StatusReport(job: job.spec.name)
    do throws(SystemError) {
      let freshness = try job.freshness(Renewal())
      for image in planned.plan.images {
        let item = try freshness.state(of: image)
        for (index, (output, state)) in zip(image.outputs, item.outputs).enumerated() {
          var output = output
          output.path = item.path(ofOutput: index, image)
          report.count(state)
          tell(state, job.folders.place(of: output, image))
        }
      }
    } catch {
      throw job.unreadState(error)
    }
    return report
  }
}
