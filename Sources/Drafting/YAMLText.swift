/// Texts in a job file.
enum YAMLText {
  /// The text in double quotes (YAML 1.2.2, section 7.3.1). Characters that can't stand in a file are escaped.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.properties.generalCategory == .control || breaks.contains(scalar):
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Line breaks that aren't control characters, the byte order mark, and two codes that are no characters.
  private static let breaks: Set<Unicode.Scalar> = [
    "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}",
  ]
}
