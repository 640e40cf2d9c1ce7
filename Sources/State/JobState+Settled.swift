import JobFile
import Planning
import System

extension JobState {
  /// True if a run of `job` would find the manifest and all outputs up to date. `images` is the number of the
  /// job's items.
  ///
  /// No plan is needed: a run with the `fingerprint` of the last run has the same plan. Only the files are
  /// compared with the journal.
  package func isSettled(_ job: JobSpec, images: Int, fingerprint: String?, manifest: String) -> Bool {
    guard let end = journal.lastEnd, end.unmade == 0, end.fingerprint == fingerprint,
      journal.count >= images, FileIdentity(at: manifest) == end.manifest
    else { return false }
    var isSettled = true
    var count = 0
    do throws(SystemError) {
      try journal.forEachItem { item throws(SystemError) in
        // An item without a source is an export of an earlier job file. It doesn't count.
        guard isSettled, item.source != JournalItem.exportSource else { return }
        count += 1
        isSettled = item.outputs.count == job.outputs.count
        for output in item.outputs where isSettled {
          guard let file = output.file, let status = try tree.status(output.path) else {
            isSettled = false
            return
          }
          isSettled = status.identity == file
        }
      }
    } catch {
      return false
    }
    return isSettled && count == images
  }
}
