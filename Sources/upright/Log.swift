import ArgumentParser
import JobFile
import Reporting
import Synchronization
import System

/// How messages on stderr are written.
enum LogForm: String, ExpressibleByArgument, CaseIterable {
  /// Lines for people.
  case text
  /// A JSON object a line.
  case json
}

/// Messages on stderr, of which a process has one.
enum Log {
  private static let isJSON = Atomic<Bool>(false)

  /// How messages are written from now on.
  static var form: LogForm {
    get { isJSON.load(ordering: .relaxed) ? .json : .text }
    set { isJSON.store(newValue == .json, ordering: .relaxed) }
  }

  /// Says one thing.
  static func tell(_ entry: LogEntry) {
    switch form {
    case .text: Console.error(entry.text(inColor: Console.hasColor) + "\n")
    case .json: if let line = try? entry.json(time: WallClock.now()) { Console.error(line + "\n") }
    }
  }

  /// Says what is wrong with a file, of which `text` are the bytes: for people with its lines.
  static func tell(_ diagnostics: [Diagnostic], _ text: [UInt8]) {
    if diagnostics.isEmpty { return }
    switch form {
    case .text: Console.error(DiagnosticText(text: text).rendered(diagnostics, inColor: Console.hasColor))
    case .json: for diagnostic in diagnostics { tell(LogEntry(diagnostic)) }
    }
  }
}
