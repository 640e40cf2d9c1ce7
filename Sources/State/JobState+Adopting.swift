import Glibc
import JobFile
import Planning
import System

extension JobState {
  /// Merges the journals of all shards and of each `upright worker` into the job's journal, and removes these
  /// journals. No shard and no `upright worker` can run while this process holds the job's run lock alone.
  func adoptParts(of job: String) throws(SystemError) {
    for part in try parts(of: job, in: place) {
      guard let journal = try JobJournal.existing(of: part, in: place), journal.count > 0 else { continue }
      try adopt(journal)
      try place.tree.folder(of: place.path(part + "/x")).remove("journal")
    }
  }

  /// Removes the temporary files that killed shards and workers left.
  func removePartTemporaries(of job: String) throws(SystemError) {
    let place = StatePlace(in: tree)
    for part in try parts(of: job, in: place) {
      let path = place.path("\(part)/\(TemporaryFolder.name)")
      for left in try tree.names(in: path) { try tree.folder(of: path + "/x").remove(left) }
    }
  }

  /// The names below `place` of the folders that shards and workers of the job have there.
  private func parts(of job: String, in place: StatePlace) throws(SystemError) -> [String] {
    var parts: [String] = []
    for parent in JobPart.parents(of: job) {
      for name in try place.tree.names(in: place.path(parent)) { parts.append("\(parent)/\(name)") }
    }
    return parts
  }

  /// Copies those items of a part's journal whose outputs are still in place.
  ///
  /// A part is a shard or an `upright worker`, and its journal is newer than the job's. So if the two
  /// journals differ in the source or a recipe of an item, the part's journal is right. If both journals have
  /// an item of the same source and recipes, the item with more files in place counts.
  private func adopt(_ journal: JobJournal) throws(SystemError) {
    let known = self.journal.makers
    var lines: [JournalLine] = journal.makers.filter { !known.contains($0) }.map { .versions($0) }
    try journal.forEachItem { item throws(SystemError) in
      guard let found = try filesInPlace(item) else { return }
      if let own = try self.journal.item(source: item.source, id: item.id), own.isOfSameMaking(as: item) {
        let known = try own == item ? .max : filesInPlace(own) ?? -1
        if known > found || known == found && found > 0 { return }
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

  /// The number of an item's files in place; nil if another file lies in one of the places.
  private func filesInPlace(_ item: JournalItem) throws(SystemError) -> Int? {
    var count = 0
    for file in item.outputs where file.file != nil {
      guard try outputs.identity(of: file.path) == file.file else { return nil }
      count += 1
    }
    return count
  }
}

extension JournalItem {
  /// True if both items were made from the same versions of source and mask file by the same recipes.
  fileprivate func isOfSameMaking(as other: JournalItem) -> Bool {
    version == other.version && mask?.version == other.mask?.version
      && outputs.elementsEqual(other.outputs) { $0.path.hasSameBytes(as: $1.path) && $0.recipe == $1.recipe }
  }
}
