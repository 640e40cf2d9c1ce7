import ImageModel
import System

extension Journal {
  /// Calls `body` with every item, in the order of the items' newest lines. Lines that can't be parsed are
  /// skipped.
  package func forEachItem(_ body: (JournalItem) throws(SystemError) -> Void) throws(SystemError) {
    try forEachNewest { line throws(SystemError) in
      if case .item(let item) = JournalLine(line) { try body(item) }
    }
  }

  /// The files that this job put at `path`, or announced; nil if there are none.
  ///
  /// The first call reads the whole journal. From then on, each file takes the bytes of its path and 100 more
  /// bytes in memory.
  package func made(path: String) throws(SystemError) -> MadeFiles? {
    try outputsByPath()[ExactText(path)]
  }

  /// All files that this job made or announced and did not remove, by path.
  package func outputsByPath() throws(SystemError) -> [ExactText: MadeFiles] {
    if let files { return files }
    var found: [ExactText: MadeFiles] = [:]
    try forEachLine { line, _ throws(SystemError) in
      if let line = JournalLine(line) { Self.note(line, in: &found) }
    }
    files = found
    return found
  }

  /// Updates the table of files after `line` was added to the journal.
  func note(_ line: JournalLine) {
    guard var found = files else { return }
    files = nil
    Self.note(line, in: &found)
    files = found
  }

  /// Updates `files`: adds or removes the files that a line of the journal names.
  static func note(_ line: JournalLine, in files: inout [ExactText: MadeFiles]) {
    switch line {
    case .will(let path, let file):
      files[ExactText(path), default: MadeFiles(file)].announce(file)
    case .gone(let path): files[ExactText(path)] = nil
    case .item(let item):
      for output in item.outputs {
        if let file = output.file { files[ExactText(output.path)] = MadeFiles(file) }
      }
    case .job, .versions, .end: break
    }
  }

  /// Calls `body` with each valid line, without its newline, and with the line's offset.
  func forEachLine(_ body: (ArraySlice<UInt8>, Int) throws(SystemError) -> Void) throws(SystemError) {
    try JournalLines.forEach(in: 0..<reading.end, read: read) { line, offset throws(SystemError) in
      try body(line, offset)
      return true
    }
  }

  /// Calls `body` with the newest line of each item, without its newline, even if it can't be parsed.
  func forEachNewest(_ body: (ArraySlice<UInt8>) throws(SystemError) -> Void) throws(SystemError) {
    try forEachLine { line, offset throws(SystemError) in
      guard let key = JournalReading.key(line), isNewest(key, at: offset) else { return }
      try body(line)
    }
  }
}
