import JobFile

extension LogEntry.Level {
  /// A word with the escape sequence of the level's colour on a terminal (ECMA-48, SGR). Errors are bold
  /// red, warnings bold yellow.
  func colored(_ word: String) -> String {
    switch self {
    case .error: "\u{1B}[1;31m\(word)\u{1B}[0m"
    case .warning: "\u{1B}[1;33m\(word)\u{1B}[0m"
    case .info: word
    }
  }
}
