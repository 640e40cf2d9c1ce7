import Planning

/// Checks a journal's lines one after another. It finds the valid lines, their end, and the journal's job
/// file.
package struct JournalReading: Sendable {
  /// Bytes of the valid lines; bytes after them count as not written.
  package private(set) var end = 0
  /// The number of valid lines, including those that can't be parsed.
  package private(set) var lines = 0
  /// The number of valid lines that report a removed file.
  private(set) var removals = 0
  /// The journal's job file; nil if its first line is missing or of another format.
  package private(set) var jobFile: String?
  /// The content of the `versions` lines, in order. Of those that make the same bytes only the newest counts.
  private(set) var makers: [Maker] = []
  /// The newest `end` line. Nil if there is none, or if a `will`, `item` or `gone` line follows it.
  package private(set) var lastEnd: JournalEnd?
  /// Bytes that are lost because an invalid line stands before others. A cut last line isn't counted, since
  /// any crash leaves one.
  package private(set) var droppedBytes = 0

  init() {}

  /// Reads the journal in `bytes`: the valid lines that can be parsed.
  package static func scan(_ bytes: [UInt8]) -> (reading: JournalReading, lines: [JournalLine]) {
    var reading = JournalReading()
    var found: [JournalLine] = []
    reading.scan(bytes.count, read: { Array(bytes[$1...].prefix($0)) }) { line, _, _ in
      if let line = JournalLine(line) { found.append(line) }
    }
    return (reading, found)
  }

  /// Reads a journal of `size` bytes from its start.
  ///
  /// Calls `body` for each valid line, with the line and the line's offset. If the line is an item's, `body`
  /// also gets its key.
  mutating func scan<Failure: Error>(
    _ size: Int, piece: Int = JournalLines.piece, read: (Int, Int) throws(Failure) -> [UInt8],
    _ body: (ArraySlice<UInt8>, Int, ArraySlice<UInt8>?) throws(Failure) -> Void
  ) throws(Failure) {
    var reading = self
    try JournalLines.forEach(in: 0..<size, piece: piece, read: read) { line, offset throws(Failure) in
      guard let sight = reading.take(line) else { return false }
      try body(line, offset, sight.key)
      return true
    }
    let isDamaged = try JournalLines.goOn(in: reading.end..<size, read: read)
    if isDamaged { reading.droppedBytes = size - reading.end }
    self = reading
  }

  /// The content of a valid line, as far as loading needs it.
  struct Sight {
    /// Source and id as written in an item's line.
    var key: ArraySlice<UInt8>?
  }

  /// Reads the next line, without its newline; nil if it is invalid.
  mutating func take(_ line: ArraySlice<UInt8>) -> Sight? {
    guard line.count < JournalText.limit - 1, end < JournalIndex.Place.limit,
      let body = JournalText.body(line)
    else { return nil }
    return take(body: body)
  }

  /// Reads the part of the next line that follows the checksum. The caller has found the checksum to be
  /// right.
  mutating func take(body: ArraySlice<UInt8>) -> Sight? {
    var fields = JournalFields(body)
    let kind = JournalText.Kind(fields.next() ?? [])
    if lines == 0 && kind != .journal { return nil }
    switch kind {
    case .journal:
      if case .job(let file) = JournalLine(body: body) { jobFile = file }
      if jobFile == nil { return nil }
    case .versions:
      if case .versions(let maker) = JournalLine(body: body) {
        makers.removeAll { $0.makesSameBytes(as: maker) }
        makers.append(maker)
      }
    case .end:
      // Lines of earlier versions have other fields and are ignored.
      if case .end(let end) = JournalLine(body: body) { lastEnd = end } else { lastEnd = nil }
    case .item, .will, .gone:
      lastEnd = nil
      if kind == .gone { removals += 1 }
    case nil:
      break
    }
    end += JournalText.bodyOffset + body.count + 1
    lines += 1
    return Sight(key: kind == .item ? fields.key() : nil)
  }
}

extension JournalReading {
  /// Source and id as written in a valid line; nil if the line isn't an item's.
  static func key(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var fields = JournalFields(line.dropFirst(JournalText.bodyOffset))
    guard let name = fields.next(), JournalText.Kind(name) == .item else { return nil }
    return fields.key()
  }
}

extension JournalFields {
  /// The next two fields as written, if a third one follows.
  fileprivate mutating func key() -> ArraySlice<UInt8>? {
    guard let source = next(), let id = next(), !isAtEnd else { return nil }
    return whole[source.startIndex..<id.endIndex]
  }
}
