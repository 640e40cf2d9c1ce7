import JobFile

/// Diagnostics as text for people.
package struct DiagnosticText {
  private let source: SourceText

  /// For diagnostics of one file with the content `text`.
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
