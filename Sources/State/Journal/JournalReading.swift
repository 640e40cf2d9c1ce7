/// Judges a journal's lines one after another: which hold, where those end, and whose journal it is.
package struct JournalReading: Sendable {
  /// Bytes of the lines that hold; what follows counts as not written.
  package private(set) var end = 0
  /// The lines that hold, whether they are understood or not.
  package private(set) var lines = 0
  /// The lines that hold and say that a file was removed.
  private(set) var removals = 0
  /// The job file that the journal is of; nil where its first line is missing or of another format.
  package private(set) var jobFile: String?
  /// How the last run ended, if nothing was done since.
  package private(set) var lastEnd: JournalEnd?
  /// Bytes that are lost with a line that doesn't hold though others follow it. A last line that was cut off is
  /// what any crash leaves, and counts for nothing.
  package private(set) var droppedBytes = 0

  init() {}

  /// Reads the journal that `bytes` are: the lines that hold and are understood.
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
  /// Calls `body` with each line that holds, its offset, and its key if it is an item's.
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

  /// What a line that holds is about.
  struct Sight {
    /// Source and id as they are written in the line of an item.
    var key: ArraySlice<UInt8>?
  }

  /// Takes in the next line, without its newline; nil where it doesn't hold.
  mutating func take(_ line: ArraySlice<UInt8>) -> Sight? {
    guard line.count < JournalText.limit - 1, end < JournalIndex.Place.limit,
      let body = JournalText.body(line)
    else { return nil }
    return take(body: body)
  }

  /// Takes in the next line by what stands behind its checksum, which is right.
  mutating func take(body: ArraySlice<UInt8>) -> Sight? {
    var fields = JournalFields(body)
    let kind = JournalText.Kind(fields.next() ?? [])
    if lines == 0 && kind != .journal { return nil }
    switch kind {
    case .journal:
      if case .job(let file) = JournalLine(body: body) { jobFile = file }
      if jobFile == nil { return nil }
    case .end:
      // Earlier versions' have other fields, and say nothing.
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
  /// Source and id as they are written in a line that holds; nil where it isn't an item's.
  static func key(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var fields = JournalFields(line.dropFirst(JournalText.bodyOffset))
    guard let name = fields.next(), JournalText.Kind(name) == .item else { return nil }
    return fields.key()
  }
}

extension JournalFields {
  /// The next two fields as they are written, if a third one follows.
  fileprivate mutating func key() -> ArraySlice<UInt8>? {
    guard let source = next(), let id = next(), !isAtEnd else { return nil }
    return whole[source.startIndex..<id.endIndex]
  }
}
