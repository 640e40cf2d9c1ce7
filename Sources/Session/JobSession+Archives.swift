import Reporting
import State
import System

extension JobSession {
  /// Keeps the indexes of a job's archives in `state`, which holds the run lock of the whole job. Each archive that is
  /// scanned from now on is kept. An error costs later runs a scan, so the run goes on with a warning.
  func keepArchives(of job: Job, in state: JobState) {
    let (name, folder) = (job.spec.name, job.folders.archives(of: job.spec))
    // The store keeps both functions. It may live longer than the state, which must not keep the run lock then.
    job.store.keepArchives { [weak state] file, pieces throws(SystemError) in
      try state?.keepArchive(file, pieces)
    } tell: { [self] error in
      warn(of: error, archives: folder, name)
    }
  }

  /// Removes the kept indexes of archives that a job with a plan doesn't name any more.
  func forgetArchives(of job: Job, in state: JobState) {
    do throws(SystemError) { try state.removeArchives(besides: job.store.shelvedArchives) } catch {
      warn(of: error, archives: job.folders.archives(of: job.spec), job.spec.name)
    }
  }

  private func warn(of error: SystemError, archives folder: String, _ job: String) {
    tell(
      LogEntry(
        .warning, job: job, "the indexes of archives can't be kept in '\(shown(folder))': \(error.message)"))
  }
}
