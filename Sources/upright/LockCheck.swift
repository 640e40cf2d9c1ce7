import ImageModel
import JobFile
import LockFiles
import Planning
import Reporting
import Running
import State
import Survey
import System

/// Holds jobs to their locks: `run --locked`.
struct LockCheck {
  let sums: FileSums
  let stop: StopRequest
  let reuse: ReuseOptions

  /// Compares a job's plan with its lock, and says how they differ. Returns true where they don't.
  ///
  /// What the `journal` knows of sources is believed, unless `--verify` is given. Throws ``Stopped`` where a stop is asked
  /// for, and a ``Halt`` where it can't be told.
  func passes(
    _ job: LoadedJob, _ plan: BatchPlan, _ annotations: AnnotationFiles, _ journal: JobJournal
  ) throws -> Bool {
    let only = reuse.only?.glob
    let sources = SourceSums(
      job.folders, trusting: reuse.verify ? nil : journal, sums, largest: job.spec.limits.maxFileBytes)
    var comparison = LockComparison(job.header, annotations, plan.images) { source in
      only?.matches(source.utf8) ?? true
    }
    let differences: LockDifferences
    do {
      let lock = try OpenSource.open(job.folders.lock)
      differences = try comparison.run(ByteFeed(reading: lock.descriptor.number), sources, sums)
    } catch OpeningError.system(let error) {
      throw Halt(error, source: job.lockName)
    } catch OpeningError.source(let finding) {
      _ = job.refuse(
        finding.code == .notFound
          ? "there is no lock '\(job.lockName)': write it by 'upright lock \(job.file)'"
          : "the lock '\(job.lockName)' \(finding.message)")
      return false
    } catch let fault as LockFault {
      tell(fault, job)
      return false
    }
    for difference in differences.told { _ = job.refuse(difference.message) }
    if differences.untold > 0 { Log.tell(LogEntry(.info, "and \(differences.untold) more")) }
    return differences.isEmpty
  }

  private func tell(_ fault: LockFault, _ job: LoadedJob) {
    var entry = LogEntry(.error, file: job.lockName, fault.message)
    entry.location = SourceLocation(line: fault.line, column: 1)
    Log.tell(entry)
  }
}
