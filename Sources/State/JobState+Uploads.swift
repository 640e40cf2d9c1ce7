import Planning
import Remote
import System

extension JobState {
  /// Removes the parts of unfinished uploads to paths of this job: those for which `isPlanned` returns true, those that
  /// the journal notes, and that of the manifest if the URL `manifest` names one. The journal and the manifest don't
  /// count for a part of a job, because other parts may be uploading what the journal notes. An upload of the last 24
  /// hours may be one of another machine, so it counts only if the journal announced it. Killed runs and lost replies
  /// leave such parts. Does nothing for outputs in a folder. Returns the reason if the parts can't be removed.
  package func removeUploads(
    manifest: String, ofPart isPart: Bool = false, unless stop: StopRequest,
    isPlanned: (String) -> Bool = { _ in false }
  ) -> StoreFault? {
    guard let bucket = outputs as? OutputBucket else { return nil }
    let folder = bucket.folder
    let own = WebAddress.isURL(manifest) ? String(manifest.lastName) : nil
    do throws(StoreFault) {
      try bucket.store.abortUploads(
        bucket: folder.bucket, prefix: folder.prefix, isStopped: { stop.reason != nil }
      ) { key, isOld in
        guard let path = folder.path(of: key) else { return false }
        if !isPart && isAnnounced(path) { return true }
        guard isOld else { return false }
        return isPlanned(path) || !isPart && (own?.hasSameBytes(as: path) == true || isNoted(path))
      }
      return nil
    } catch { return error }
  }

  /// True if the journal announced a file at a path.
  private func isAnnounced(_ path: String) -> Bool {
    (try? journal.made(path))?.all.contains(where: \.isAnnouncement) == true
  }

  /// True if the job made the file at a path, or announced it.
  private func isNoted(_ path: String) -> Bool {
    (try? journal.made(path)) != nil || (try? export(at: path)) != nil
  }
}
