import Glibc
import ImageModel
import System

extension Journal {
  /// Writes the journal anew without the lines that no longer count, if it has over a thousand lines and over three
  /// times as many as it needs, and returns whether it did.
  ///
  /// The new file takes the old one's place when it is whole and lasts; a crash leaves one of the two. After a throw
  /// before that the old one goes on.
  package func compactIfWorthwhile() throws(SystemError) -> Bool {
    if let failure { throw failure }
    // Each removal may have left an item without a file.
    guard lines > 1000, lines > 3 * (count - min(count, reading.removals)) else { return false }
    let known = files
    let rest = try rest(try outputsByPath())
    guard lines > 3 * (rest.items + rest.lines.count) else { return false }
    do throws(SystemError) {
      try writeFresh(rest)
    } catch {
      folder.remove(JournalFolder.fresh)
      throw error
    }
    do throws(SystemError) {
      file = try folder.open(JournalFolder.journal, O_RDWR | O_APPEND)
      try folder.sync()
      _ = try load()
    } catch {
      throw poison(error)
    }
    files = known
    isNameFresh = false
    return true
  }

  /// What a compacted journal holds: so many items, and behind them these lines.
  private struct Rest {
    var items = 0
    var lines: [JournalLine] = []
    let made: [ExactText: MadeFiles]

    /// True for an item that is worth keeping: not all that came of it was removed again.
    func keeps(_ line: JournalLine?) -> Bool {
      guard case .item(let item)? = line else { return true }
      return item.outputs.isEmpty
        || item.outputs.contains { $0.file == nil || made[ExactText($0.path)] != nil }
    }
  }

  /// Finds the lines that say of files what the newest lines of the items don't.
  private func rest(_ made: [ExactText: MadeFiles]) throws(SystemError) -> Rest {
    var rest = Rest(made: made)
    var told: [ExactText: MadeFiles] = [:]
    try forEachNewest { line throws(SystemError) in
      let parsed = JournalLine(line)
      guard rest.keeps(parsed) else { return }
      rest.items += 1
      if let parsed { Self.note(parsed, in: &told) }
    }
    rest.lines = Set(made.keys).union(told.keys).sorted().flatMap { path in
      Self.lines(path.text, telling: made[path]?.all ?? [], behind: told[path]?.all ?? [])
    }
    if let lastEnd { rest.lines.append(.end(lastEnd)) }
    return rest
  }

  /// What is to be said of the files at `path` behind lines that say other ones.
  private static func lines(
    _ path: String, telling files: [FileIdentity], behind told: [FileIdentity]
  ) -> [JournalLine] {
    if files.starts(with: told) { return files.dropFirst(told.count).map { .will(path: path, file: $0) } }
    return [.gone(path: path)] + files.map { .will(path: path, file: $0) }
  }

  /// Writes a compacted journal and puts it in the place of the old one.
  private func writeFresh(_ rest: Rest) throws(SystemError) {
    folder.remove(JournalFolder.fresh)
    let fresh = try folder.open(JournalFolder.fresh, O_WRONLY | O_CREAT | O_EXCL)
    var held = jobFile.map { JournalLine.job(file: $0).bytes } ?? []
    try forEachNewest { line throws(SystemError) in
      guard rest.keeps(JournalLine(line)) else { return }
      held.append(contentsOf: line)
      held.append(JournalText.newline)
      if held.count >= JournalLines.piece {
        try Descriptor.write(held, to: fresh.number)
        held.removeAll(keepingCapacity: true)
      }
    }
    for line in rest.lines { held.append(contentsOf: line.bytes) }
    try Descriptor.write(held, to: fresh.number)
    try fresh.sync()
    try folder.replace()
  }
}
