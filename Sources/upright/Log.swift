import ArgumentParser
import JobFile
import Reporting
import Session
import Synchronization
import System

/// The form of messages on stderr.
enum LogForm: String, ExpressibleByArgument, CaseIterable {
  /// Lines for people.
  case text
  /// One JSON object on each line.
  case json
}

/// Messages on stderr; a process has one log.
enum Log {
  private static let isJSON = Atomic<Bool>(false)

  /// The form of all further messages.
  static var form: LogForm {
    get { isJSON.load(ordering: .relaxed) ? .json : .text }
    set { isJSON.store(newValue == .json, ordering: .relaxed) }
  }

  /// Writes one message.
  static func tell(_ entry: LogEntry) {
    switch form {
    case .text: Console.error(entry.text(inColor: Console.hasColor) + "\n")
    case .json: if let line = try? entry.json(time: WallClock.now()) { Console.error(line + "\n") }
    }
  }

  /// Writes one message. In the form `text`, a diagnostic includes the faulty line of the file.
  static func tell(_ message: SessionMessage) {
    switch (message, form) {
    case (.entry(let entry), _): tell(entry)
    case (.diagnostics(let diagnostics, let text), .text):
      Console.error(DiagnosticText(text: text).rendered(diagnostics, inColor: Console.hasColor))
    case (.diagnostics(let diagnostics, _), .json):
      for diagnostic in diagnostics { tell(LogEntry(diagnostic)) }
    }
  }

  /// Writes the messages of an error.
  static func tell(_ error: SessionError) { for message in error.messages { tell(message) } }
}
