import ImageModel
import Planning
import Rendering
import Survey
import Synchronization
import System

/// The failures that a run reports. They are compared with the failures of the last run that had any.
package final class ReportedFailures: Sendable {
  private let state: JobState
  private let store: SourceStore
  /// True if every failure counts as new.
  private let forgets: Bool
  private let run = Mutex(Run())

  private struct Run {
    /// The failures of the last run; nil until a row fails.
    var earlier: EarlierFailures?
    var hashes: Set<String> = []
    var known = 0
  }

  /// Prepares to record the failures of a run that holds `state`. `store` tells the versions of sources.
  /// With `forgets` every failure counts as new.
  package init(_ state: JobState, _ store: SourceStore, forgets: Bool = false) {
    self.state = state
    self.store = store
    self.forgets = forgets
  }

  /// The number of failed rows so far that the last run reported too.
  package var known: Int { run.withLock { $0.known } }

  /// Records the failures of an image. True if the last run reported the same failures of the same content.
  package func take(_ image: ImagePlan, _ outcome: ImageOutcome) -> Bool {
    guard let failures = ContentFailures(image, outcome.outputs, store) else { return false }
    return run.withLock { run in
      let earlier =
        run.earlier ?? (forgets ? EarlierFailures() : EarlierFailures(in: state.folder))
      run.earlier = earlier
      run.hashes.insert(failures.hash)
      let isKnown = earlier.contains(failures)
      if isKnown { run.known += failures.count }
      return isKnown
    }
  }

  /// Saves the failures of this run for the next one.
  package func save() throws(Halted) {
    let (hashes, earlier) = run.withLock { ($0.hashes, $0.earlier?.hashes) }
    if hashes.isEmpty || hashes == earlier { return }
    let text = hashes.sorted().map { $0 + "\n" }.joined()
    do throws(SystemError) {
      try StateFile.put(EarlierFailures.file, [Array(text.utf8)], in: state.folder)
    } catch { throw Halted(Halt(error, writing: state.name)) }
  }
}
