import Glibc
import ImageModel
import System

extension Journal {
  /// Rewrites the journal without its obsolete lines, and returns true. Does nothing unless the journal has
  /// over 1,000 lines and over three times as many as needed.
  ///
  /// The new file is flushed, and then replaces the old one. So a crash leaves one of the two. After an error
  /// before the replacement, the old journal stays in use.
  package func compactIfWorthwhile() throws(SystemError) -> Bool {
    if let failure { throw failure }
    // Each removal may have left an item without files, so this counts the fewest lines that may be needed.
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

  /// The content of a compacted journal: the newest line of each kept item, then `lines`. `items` is the
  /// number of kept items.
  private struct Rest {
    var items = 0
    var lines: [JournalLine] = []
    let made: [ExactText: MadeFiles]

    /// False for an item whose files were all removed again.
    func keeps(_ line: JournalLine?) -> Bool {
      guard case .item(let item)? = line else { return true }
      return item.outputs.isEmpty
        || item.outputs.contains { $0.file == nil || made[ExactText($0.path)] != nil }
    }
  }

  /// Counts the items to keep. Makes lines for the files that the newest lines of these items don't mention.
  private func rest(_ made: [ExactText: MadeFiles]) throws(SystemError) -> Rest {
    var rest = Rest(made: made)
    var noted: [ExactText: MadeFiles] = [:]
    try forEachNewest { line throws(SystemError) in
      let parsed = JournalLine(line)
      guard rest.keeps(parsed) else { return }
      rest.items += 1
      if let parsed { Self.note(parsed, in: &noted) }
    }
    rest.lines = Set(made.keys).union(noted.keys).sorted().flatMap { path in
      Self.lines(path.text, listing: made[path]?.all ?? [], behind: noted[path]?.all ?? [])
    }
    rest.lines += reading.makers.map { .versions($0) }
    if let lastEnd { rest.lines.append(.end(lastEnd)) }
    return rest
  }

  /// The lines to add to a journal so that it notes the files `files` at a path. Until then it notes the
  /// files `noted` there.
  private static func lines(
    _ path: String, listing files: [FileIdentity], behind noted: [FileIdentity]
  ) -> [JournalLine] {
    if files.starts(with: noted) { return files.dropFirst(noted.count).map { .will(path: path, file: $0) } }
    return [.gone(path: path)] + files.map { .will(path: path, file: $0) }
  }

  /// Writes a compacted journal and replaces the old one.
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
