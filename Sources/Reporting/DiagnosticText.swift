import JobFile

/// Diagnostics as text for people.
package struct DiagnosticText {
  private let source: SourceText

  /// Prepares to print the diagnostics of one file. `text` is the file's content.
  package init(text: [UInt8]) { source = SourceText(text) }

  /// All diagnostics in the given order, each line ended by a newline.
  ///
  /// Each is `FILE:LINE:COL: error: MESSAGE`, with the line and a caret under the column. A diagnostic of
  /// the whole file is only `FILE: error: MESSAGE`.
  package func rendered(_ diagnostics: [Diagnostic], inColor: Bool = false) -> String {
    diagnostics.map { LogEntry($0).text(inColor: inColor) + "\n" + excerpt($0) }.joined()
  }

  private func excerpt(_ diagnostic: Diagnostic) -> String {
    guard let place = diagnostic.location, let line = source.line(place.line) else { return "" }
    return Excerpt(line: line, column: place.column).text
  }
}
