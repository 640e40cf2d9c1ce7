/// How pieces of a job file are shown in messages.
extension String {
  /// The most characters of a file's text that a message repeats.
  static let longestShown = 60

  /// The text with control characters replaced and a long end cut off.
  var shown: String {
    var text = UnicodeScalarView()
    for scalar in unicodeScalars.prefix(Self.longestShown) {
      text.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
    }
    return String(text) + (unicodeScalars.count > Self.longestShown ? "..." : "")
  }

  /// `: "text"` as it should be written, or nothing where that is too long to show.
  var quotedHint: String {
    guard !isEmpty, unicodeScalars.count <= Self.longestShown else { return "" }
    let needsSingle = contains("\"") || contains("\\")
    return needsSingle
      ? ": '" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
      : ": \"\(self)\""
  }
}

extension Array<String> {
  /// `'a', 'b' or 'c'`.
  var choices: String {
    let quoted = map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}
