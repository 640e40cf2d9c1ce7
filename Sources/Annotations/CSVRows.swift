import System

/// Splits CSV into rows (RFC 4180). Fields are separated by commas; a field with commas, quotes or line
/// ends is in quotes.
struct CSVRows {
  private enum State {
    case start, plain, quoted
    /// After a quote inside a quoted field: a second quote is a quote character, a comma or a line end ends the
    /// field.
    case quote
    /// After a CR behind the closing quote of a field: the LF of the line end must follow.
    case carriageReturn
  }

  private var state = State.start
  private var field: [UInt8] = []
  private var fields: [[UInt8]] = []
  /// The current line, and the line at which the row began.
  private var line = 1
  private var rowLine = 1
  private var bytes = 0

  /// Calls `body` with the fields of each row that isn't empty, and with the line on which the row begins.
  ///
  /// Throws for a quoted field without an end or with text behind it, and for a row that is too long.
  static func forEach(
    _ feed: ByteFeed, _ body: (_ row: [[UInt8]], _ line: Int) throws(FileFault) -> Void
  ) throws(FileFault) {
    var rows = CSVRows()
    try feed.forEachPiece { piece throws(FileFault) in
      for byte in piece {
        if try rows.take(byte) {
          try rows.end(body)
        } else if rows.bytes > FixedLimits.Text.csvRowBytes {
          throw FileFault(
            "the row of line \(rows.rowLine) is longer than \(FixedLimits.Text.csvRowBytes >> 20) MiB")
        }
      }
    }
    if rows.state == .quoted { throw FileFault("a quote in the row of line \(rows.rowLine) has no end") }
    try rows.end(body)
  }

  /// Takes the next byte of the file. Returns true if the byte ends a row. Throws if the byte is text behind a quoted
  /// field.
  private mutating func take(_ byte: UInt8) throws(FileFault) -> Bool {
    bytes += 1
    if byte == UInt8(ascii: "\n") { line += 1 }
    switch (state, byte) {
    case (.start, UInt8(ascii: "\"")): state = .quoted
    case (.quoted, UInt8(ascii: "\"")): state = .quote
    case (.quoted, _): field.append(byte)
    case (.quote, UInt8(ascii: "\"")):
      field.append(byte)
      state = .quoted
    case (_, UInt8(ascii: "\n")): return true
    case (.quote, UInt8(ascii: "\r")): state = .carriageReturn
    case (.quote, UInt8(ascii: ",")): endField()
    case (.quote, _), (.carriageReturn, _):
      throw FileFault("a field in the row of line \(rowLine) has text behind its closing quote")
    case (_, UInt8(ascii: ",")): endField()
    default:
      field.append(byte)
      state = .plain
    }
    return false
  }

  private mutating func endField() {
    fields.append(field)
    field = []
    state = .start
  }

  private mutating func end(
    _ body: (_ row: [[UInt8]], _ line: Int) throws(FileFault) -> Void
  ) throws(FileFault) {
    // A CR before the row's LF belongs to the line end; inside quotes it is part of the field.
    if case .plain = state, field.last == UInt8(ascii: "\r") { field.removeLast() }
    endField()
    let (row, number) = (fields, rowLine)
    fields = []
    bytes = 0
    rowLine = line
    if row != [[]] { try body(row, number) }
  }
}
