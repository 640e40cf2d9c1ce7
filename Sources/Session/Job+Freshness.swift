import Planning
import State
import Survey
import System
import Verifying

extension Job {
  /// The value that finds out which outputs of the job are done. It uses the journal and the output root in
  /// `state`, which a run holds.
  func freshness(in state: JobState, _ renewal: Renewal = Renewal()) -> Freshness {
    Freshness(
      store, state.journal, state.outputs, versions: header.versions,
      keeping: keptMakers(state.journal, state.outputs),
      existing: spec.existing, renewal: renewal)
  }

  /// The value that finds out which outputs of the job are done. The job's state is read without the run
  /// lock.
  func freshness(_ renewal: Renewal) throws(SystemError) -> Freshness {
    var journal: JobJournal?
    if let place = try statePlace() { journal = try JobJournal.existing(of: spec.name, in: place) }
    let outputs = try existingOutputs()
    return Freshness(
      store, journal, outputs, versions: header.versions,
      keeping: keptMakers(journal, outputs),
      existing: spec.existing, renewal: renewal)
  }

  /// What made the outputs that the job keeps although other versions would make them now; none if it keeps no such
  /// outputs.
  private func keptMakers(_ journal: JobJournal?, _ outputs: (any OutputPlace)?) -> [Maker] {
    spec.onUpgrade == .keep ? (try? earlierMakers(journal, outputs)) ?? [] : []
  }

  /// What made the outputs so far. The manifest tells it if the journal doesn't: a journal of an earlier version of
  /// Upright, or a new one. Without a manifest, or with a damaged one, there are none.
  private func earlierMakers(
    _ journal: JobJournal?, _ outputs: (any OutputPlace)?
  ) throws(SystemError) -> [Maker] {
    if let makers = journal?.makers, !makers.isEmpty { return makers }
    guard let file = try outputs?.openManifest(at: folders.manifest),
      let facts = try? ManifestFacts(FileLines(of: file.number))
    else { return [] }
    return facts.versions.compactMap(\.maker)
  }

  /// Notes in the journal what makes outputs from now on.
  func noteMaker(in state: JobState) throws(Halted) {
    let (own, known) = (header.maker, state.journal.makers)
    if known.last(where: own.makesSameBytes) == own { return }
    let earlier: [Maker]
    do throws(SystemError) {
      earlier = known.isEmpty ? try earlierMakers(state.journal, state.outputs) : []
    } catch {
      // A manifest that can't be read is replaced like any other.
      if error.isTemporary { throw Halted(Halt(error, writing: folders.manifest)) }
      earlier = []
    }
    let makers = earlier.filter { $0 != own } + [own]
    do throws(SystemError) { try state.journal.append(makers.map { .versions($0) }, syncs: false) } catch {
      throw Halted(Halt(error, writing: folders.state(spec)))
    }
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
