import ArgumentParser
import Reporting
import System

/// The form in which `run` is asked to show its progress.
enum ProgressForm: String, ExpressibleByArgument, CaseIterable {
  /// A line that is redrawn, if stderr is a terminal.
  case auto
  /// One JSON object on each line.
  case json
}

/// How progress appears on stderr.
enum ProgressDisplay {
  case none
  case terminal
  case json

  /// A terminal shows progress, unless messages are JSON.
  static var usual: ProgressDisplay { Log.form == .text && Console.isTerminal ? .terminal : .none }

  /// Writes the progress as an object of JSON. Leaves out the object if the reader of stderr has stopped reading, so that
  /// no image waits for it.
  static func write(_ line: ProgressLine) {
    if Console.takesError, let text = try? Console.json(line) { Console.error(text) }
  }
}
