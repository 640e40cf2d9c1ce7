import System

/// The lines of a manifest, with a look at the one after.
struct ManifestLines {
  /// A row, or why the line is none.
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

  /// The key of the line after the last one that was given out; nil where it has none.
  var following: RowKey? { ahead?.line.key }

  /// True where the line that was given out last is the last one.
  var isAtEnd: Bool { ahead == nil }

  private mutating func read() throws(FileFault) -> (number: Int, line: Read)? {
    guard let line = try lines.next() else { return nil }
    return (line.number, Result { () throws(FileFault) in try ManifestLine(line) })
  }
}

extension ManifestLines.Read {
  /// What the row is of; nil where the line is none.
  var key: RowKey? { (try? get())?.key }
}
