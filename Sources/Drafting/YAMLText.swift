/// Texts in a job file.
enum YAMLText {
  /// The text as it is if that is plain: a path of ASCII letters, digits, `.`, `-` and `_` that begins with a letter.
  /// Any other text in double quotes.
  static func scalar(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      let lower = byte.lowercased
      return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower)
        || (UInt8(ascii: "-")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "_")
    }
    let beginsWithLetter = text.first.map { $0.isASCII && $0.isLetter } ?? false
    return isPlain && beginsWithLetter && text.lowercased() != "null" ? text : quoted(text)
  }

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
