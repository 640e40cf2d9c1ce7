import State
import System

extension Job {
  /// The value that finds out which outputs of the job are done. It uses the journal and the output root in
  /// `state`, which a run holds.
  func freshness(in state: JobState, _ renewal: Renewal = Renewal()) -> Freshness {
    Freshness(
      store, state.journal, tree: state.tree, versions: header.versions, existing: spec.existing,
      renewal: renewal)
  }

  /// The value that finds out which outputs of the job are done. The job's state is read without the run
  /// lock.
  func freshness(_ renewal: Renewal) throws(SystemError) -> Freshness {
    let tree = try OutputTree.ifExisting(folders.output)
    var journal: JobJournal?
    if let place = try StatePlace(existing: folders, tree) {
      journal = try JobJournal.existing(of: spec.name, in: place)
    }
    return Freshness(
      store, journal, tree: tree, versions: header.versions, existing: spec.existing, renewal: renewal)
  }

  /// The failures that the job's last run reported, read without a lock.
  func earlierFailures() throws(SystemError) -> EarlierFailures {
    let place = try StatePlace(existing: folders, OutputTree.ifExisting(folders.output))
    return place.map { EarlierFailures(of: spec.name, in: $0) } ?? EarlierFailures()
  }

  /// The error for a job whose state can't be read.
  func unreadState(_ error: SystemError) -> SessionError {
    SessionError(
      error.isTemporary ? .later : .unwritten, file: file, "its state can't be read: \(error.message)")
  }
}
