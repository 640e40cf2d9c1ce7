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
  package func rendered(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map(rendered).joined()
  }

  private func rendered(_ diagnostic: Diagnostic) -> String {
    guard let place = diagnostic.location else {
      return "\(diagnostic.file): \(diagnostic.severity.rawValue): \(diagnostic.message)".shown + "\n"
    }
    let head =
      "\(diagnostic.file):\(place.line):\(place.column): \(diagnostic.severity.rawValue): \(diagnostic.message)"
    let excerpt = source.line(place.line).map { Excerpt(line: $0, column: place.column).text } ?? ""
    return head.shown + "\n" + excerpt
  }
}
