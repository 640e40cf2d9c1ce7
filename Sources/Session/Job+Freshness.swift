import State
import System

extension Job {
  /// The value that finds out which outputs of the job are done. It uses the journal and the output root in
  /// `state`, which a run holds.
  func freshness(in state: JobState, _ renewal: Renewal = Renewal()) -> Freshness {
    Freshness(
      store, state.journal, state.outputs, versions: header.versions, existing: spec.existing,
      renewal: renewal)
  }

  /// The value that finds out which outputs of the job are done. The job's state is read without the run
  /// lock.
  func freshness(_ renewal: Renewal) throws(SystemError) -> Freshness {
    var journal: JobJournal?
    if let place = try statePlace() { journal = try JobJournal.existing(of: spec.name, in: place) }
    return Freshness(
      store, journal, try existingOutputs(), versions: header.versions, existing: spec.existing,
      renewal: renewal)
  }

  /// The failures that the job's last run reported, read without a lock.
  func earlierFailures() throws(SystemError) -> EarlierFailures {
    try statePlace().map { EarlierFailures(of: spec.name, in: $0) } ?? EarlierFailures()
  }

  /// The facts about pictures that earlier plans of the job found, read without a lock. Without a readable state there
  /// are none.
  func knownFacts() -> KnownFacts {
    KnownFacts(of: spec.name, in: (try? statePlace()) ?? nil, versions: header.versions)
  }

  /// The folder for the states of jobs; nil if there is none.
  private func statePlace() throws(SystemError) -> StatePlace? {
    let tree = folders.bucket == nil ? try OutputTree.ifExisting(folders.output) : nil
    return try StatePlace(existing: folders, tree)
  }

  /// The error for a job whose state can't be read.
  func unreadState(_ error: SystemError) -> SessionError {
    SessionError(
      error.isTemporary ? .later : .unwritten, file: file, "its state can't be read: \(error.message)")
  }
}
