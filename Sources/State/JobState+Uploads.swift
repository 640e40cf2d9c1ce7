import Planning
import Remote
import System

extension JobState {
  /// Removes the parts of unfinished uploads to paths of this job: those for which `isPlanned` returns true, and those
  /// that the journal notes. The journal doesn't count for a part of a job, because other parts may be uploading what it
  /// notes. Killed runs and lost replies leave such parts. Does nothing for outputs in a folder. Returns the reason if
  /// the parts can't be removed.
  package func removeUploads(
    ofPart isPart: Bool = false, unless stop: StopRequest, isPlanned: (String) -> Bool = { _ in false }
  ) -> StoreFault? {
    guard let bucket = outputs as? OutputBucket else { return nil }
    let folder = bucket.folder
    do throws(StoreFault) {
      try bucket.store.abortUploads(
        bucket: folder.bucket, prefix: folder.prefix, isStopped: { stop.reason != nil }
      ) { key in
        guard let path = folder.path(of: key) else { return false }
        return isPlanned(path) || !isPart && isNoted(path)
      }
      return nil
    } catch { return error }
  }

  /// True if the job made the file at a path, or announced it.
  private func isNoted(_ path: String) -> Bool {
    (try? journal.made(path)) != nil || (try? export(at: path)) != nil
  }
}
