import JobFile
import Planning
import System

extension JobState {
  /// True when a run of `job` would find all outputs of its `images` sources done, and its manifest as it is.
  ///
  /// No plan is needed to tell: it would come out as it did for the last run, which noted the same `fingerprint`. What is
  /// left to look at is whether each file is still the one that was put there.
  package func isSettled(_ job: JobSpec, images: Int, fingerprint: String?, manifest: String) -> Bool {
    guard let end = journal.lastEnd, end.unmade == 0, end.fingerprint == fingerprint,
      journal.count >= images, FileIdentity(at: manifest) == end.manifest
    else { return false }
    var isSettled = true
    var count = 0
    do throws(SystemError) {
      try journal.forEachItem { item throws(SystemError) in
        // What an earlier job file exported.
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
