import System

/// The lines of a manifest, with a look ahead at the next one.
struct ManifestLines {
  /// A row, or the reason why the line is no row.
  typealias Read = Result<ManifestLine, FileFault>

  private var lines: FileLines
  private var ahead: (number: Int, line: Read)?

  init(_ lines: FileLines) throws(FileFault) {
    self.lines = lines
    ahead = try read()
  }

  /// The next line and its number, from 1; nil at the end.
  mutating func next() throws(FileFault) -> (number: Int, line: Read)? {
    guard let line = ahead else { return nil }
    ahead = try read()
    return line
  }

  /// The key of the line that ``next()`` returns next. Nil at the end, or if this line is no row.
  var following: RowKey? { ahead?.line.key }

  /// True if the last returned line is the last line.
  var isAtEnd: Bool { ahead == nil }

  private mutating func read() throws(FileFault) -> (number: Int, line: Read)? {
    guard let line = try lines.next() else { return nil }
    return (line.number, Result { () throws(FileFault) in try ManifestLine(line) })
  }
}

extension ManifestLines.Read {
  /// The key of the row; nil if the line is no row.
  var key: RowKey? { (try? get())?.key }
}
