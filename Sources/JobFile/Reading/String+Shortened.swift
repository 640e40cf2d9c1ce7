/// How pieces of a job file are shown in messages.
extension String {
  /// The most characters of a file's text that a message repeats.
  static let longestShown = 60

  /// The text as a message shows it: at most ``longestShown`` characters, and then `...` in place of the
  /// rest. Tabs become U+FFFD, as control characters do in `shown`.
  var shortened: String {
    let start = unicodeScalars.prefix(Self.longestShown).map { $0 == "\t" ? "\u{FFFD}" : $0.shown }
    return String(UnicodeScalarView(start)) + (unicodeScalars.count > Self.longestShown ? "..." : "")
  }

  /// A colon and the quoted text, as in `: "text"`; nothing if the text is empty or too long to show.
  var quotedHint: String {
    guard !isEmpty, unicodeScalars.count <= Self.longestShown else { return "" }
    return ": " + quoted
  }

  /// The text as a quoted YAML string.
  var quoted: String {
    let needsSingle = contains("\"") || contains("\\")
    return needsSingle
      ? "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
      : "\"\(self)\""
  }
}

extension Array<String> {
  /// The texts as a message lists them: `'a', 'b' or 'c'`.
  package var choices: String {
    let quoted = map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}
