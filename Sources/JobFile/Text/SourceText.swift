import System

/// The text of a job file as characters and lines.
///
/// A character is a Unicode scalar, because libyaml counts scalars. A line ends at LF, CR LF or CR.
package struct SourceText: Sendable {
  /// All characters but a byte order mark at the start; bytes that are not UTF-8 are U+FFFD.
  let scalars: [Unicode.Scalar]
  /// The index of the first character that is not UTF-8.
  let firstInvalid: Int?
  private let lineStarts: [Int]

  /// Decodes UTF-8.
  package init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let scalars = Array(text.unicodeScalars)
    let hasMark = scalars.first == "\u{FEFF}"
    self.scalars = hasMark ? Array(scalars.dropFirst()) : scalars
    firstInvalid = Self.firstInvalid(text, bytes).map { hasMark ? $0 - 1 : $0 }
    lineStarts = Self.lineStarts(self.scalars)
  }

  /// The characters of a line without its end; nil beyond the last line.
  package func line(_ number: Int) -> ArraySlice<Unicode.Scalar>? {
    guard lineStarts.indices.contains(number - 1) else { return nil }
    let end = number < lineStarts.count ? lineStarts[number] : scalars.count
    let line = scalars[lineStarts[number - 1]..<end]
    return line.prefix { $0 != "\n" && $0 != "\r" }
  }

  /// Line and column of the character at an index. An index beyond the end counts as the end.
  func location(of index: Int) -> SourceLocation {
    let index = min(index, scalars.count)
    let line = (1..<lineStarts.count).firstPlace { lineStarts[$0] > index }
    return SourceLocation(line: line, column: index - lineStarts[line - 1] + 1)
  }

  /// The index of the first character that decoding changed; nil if decoding changed no byte.
  private static func firstInvalid(_ text: String, _ bytes: [UInt8]) -> Int? {
    var index = -1
    var position = 0
    for byte in text.utf8 {
      if byte & 0xC0 != 0x80 { index += 1 }
      guard position < bytes.count, bytes[position] == byte else { return index }
      position += 1
    }
    return nil
  }

  private static func lineStarts(_ scalars: [Unicode.Scalar]) -> [Int] {
    var starts = [0]
    var previous: Unicode.Scalar = " "
    for (index, scalar) in scalars.enumerated() {
      if previous == "\r" && scalar != "\n" { starts.append(index) }
      if scalar == "\n" { starts.append(index + 1) }
      previous = scalar
    }
    if previous == "\r" { starts.append(scalars.count) }
    return starts
  }
}
