import Glibc
import JobFile
import Planning

extension JobState {
  /// Takes over what the journal of a part of the job says: of what is in place as it was noted there, and of what could
  /// not be made.
  package func adopt(_ journal: JobJournal) throws(SystemError) {
    var lines: [JournalLine] = []
    try journal.forEachItem { item throws(SystemError) in
      guard try self.journal.item(source: item.source, id: item.id) != item, try isInPlace(item) else {
        return
      }
      lines.append(.item(item))
      if lines.count >= Self.mostAdopted { try add(&lines) }
    }
    try add(&lines)
    if durability != .none { try self.journal.append([], syncs: true) }
  }

  private static let mostAdopted = 256

  private func add(_ lines: inout [JournalLine]) throws(SystemError) {
    try journal.append(lines, syncs: false)
    lines.removeAll(keepingCapacity: true)
  }

  /// True where every file of an item is the one that was put there.
  private func isInPlace(_ item: JournalItem) throws(SystemError) -> Bool {
    for output in item.outputs {
      guard let file = output.file else { continue }
      guard let status = try tree.status(output.path), FileIdentity(status) == file else { return false }
    }
    return true
  }
}
