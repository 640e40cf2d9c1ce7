import Planning
import State
import Survey
import System
import Verifying

extension Job {
  /// The value that finds out which outputs of the job are done. It uses the journal and the output root in
  /// `state`, which a run holds.
  func freshness(in state: JobState, _ renewal: Renewal = Renewal()) throws(Halted) -> Freshness {
    Freshness(
      store, state.journal, state.outputs, versions: header.versions,
      keeping: spec.onUpgrade == .keep ? try earlierMakers(in: state) : [], existing: spec.existing,
      renewal: renewal)
  }

  /// The value that finds out which outputs of the job are done. The job's state is read without the run
  /// lock.
  func freshness(_ renewal: Renewal) throws(SystemError) -> Freshness {
    var journal: JobJournal?
    if let place = try statePlace() { journal = try JobJournal.existing(of: spec.name, in: place) }
    let outputs = try existingOutputs()
    return Freshness(
      store, journal, outputs, versions: header.versions,
      keeping: spec.onUpgrade == .keep ? try earlierMakers(journal, outputs) : [], existing: spec.existing,
      renewal: renewal)
  }

  /// Notes in the journal which maker makes outputs from now on.
  func noteMaker(in state: JobState) throws(Halted) {
    let (own, known) = (header.maker, state.journal.makers)
    if known.last(where: own.makesSameBytes) == own { return }
    let earlier = known.isEmpty ? try earlierMakers(in: state) : []
    let makers = earlier.filter { $0 != own } + [own]
    do throws(SystemError) { try state.journal.append(makers.map { .versions($0) }, syncs: false) } catch {
      throw Halted(Halt(error, writing: folders.state(spec)))
    }
  }

  private func earlierMakers(in state: JobState) throws(Halted) -> [Maker] {
    do throws(SystemError) { return try earlierMakers(state.journal, state.outputs) } catch {
      throw Halted(Halt(error, writing: folders.manifest))
    }
  }

  /// The makers of the outputs so far. The manifest names them if the journal doesn't: the journal may be new, or of an
  /// earlier version of Upright. Empty if the manifest is missing, damaged or can't be read. Throws an error that may be
  /// over later.
  private func earlierMakers(
    _ journal: JobJournal?, _ outputs: (any OutputPlace)?
  ) throws(SystemError) -> [Maker] {
    if let makers = journal?.makers, !makers.isEmpty { return makers }
    let file: SharedDescriptor?
    do throws(SystemError) { file = try outputs?.openManifest(at: folders.manifest) } catch {
      if error.isTemporary { throw error }
      return []
    }
    guard let file, let facts = try? ManifestFacts(FileLines(of: file.number)) else { return [] }
    return facts.versions.compactMap(\.maker)
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
