import Glibc
import Reporting
import State
import System

extension LoadedJob {
  /// What of the job is done, looked at without a lock, where so much is to be renewed.
  func freshness(_ renewal: Renewal) throws(SystemError) -> Freshness {
    let tree = try existingTree()
    var journal: JobJournal?
    if let tree { journal = try JobJournal.existing(of: spec.name, in: tree) }
    return Freshness(
      folders, journal, tree: tree, versions: header.versions, existing: spec.existing, renewal: renewal)
  }

  /// The failures that the job's last run told, looked at without a lock.
  func earlierFailures() throws(SystemError) -> EarlierFailures {
    try existingTree().map { EarlierFailures(of: spec.name, in: $0) } ?? EarlierFailures()
  }

  /// The output root; nil where there is none.
  private func existingTree() throws(SystemError) -> OutputTree? {
    do throws(SystemError) { return try OutputTree(existing: folders.output) } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
  }

  /// Says that the job's state can't be read.
  func tellUnreadState(_ error: SystemError) -> ExitStatus {
    Log.tell(LogEntry(.error, file: file, "its state can't be read: \(error.message)"))
    return error.isTemporary ? .later : .unwritten
  }
}
