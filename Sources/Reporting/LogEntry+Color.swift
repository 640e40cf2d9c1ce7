import JobFile

extension LogEntry.Level {
  /// A word of ours with what shows it in the level's colour on a terminal (ECMA-48, SGR): errors in bold red, warnings in
  /// bold yellow.
  func colored(_ word: String) -> String {
    switch self {
    case .error: "\u{1B}[1;31m\(word)\u{1B}[0m"
    case .warning: "\u{1B}[1;33m\(word)\u{1B}[0m"
    case .info: word
    }
  }
}
