extension StringProtocol {
  /// The text in quotes for a message, cut if it is long, without control characters.
  package var quoted: String {
    let shown = unicodeScalars.prefix(120).map { scalar -> Unicode.Scalar in
      scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
    }
    return "'\(String(String.UnicodeScalarView(shown)))\(unicodeScalars.count > 120 ? "…" : "")'"
  }
}
