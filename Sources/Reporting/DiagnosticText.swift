import JobFile

/// Diagnostics as a person reads them.
package struct DiagnosticText {
  private let source: SourceText

  /// For diagnostics of one file, of which `text` are the bytes.
  package init(text: [UInt8]) { source = SourceText(text) }

  /// All diagnostics, in the order given, each line ended by a newline.
  ///
  /// Each is `FILE:LINE:COL: error: MESSAGE`, the line and a caret under the column. One that concerns the file
  /// as a whole is `FILE: error: MESSAGE` alone.
  package func rendered(_ diagnostics: [Diagnostic], inColor: Bool = false) -> String {
    diagnostics.map { LogEntry($0).text(inColor: inColor) + "\n" + excerpt($0) }.joined()
  }

  private func excerpt(_ diagnostic: Diagnostic) -> String {
    guard let place = diagnostic.location, let line = source.line(place.line) else { return "" }
    return Excerpt(line: line, column: place.column).text
  }
}
