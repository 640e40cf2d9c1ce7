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

  /// Writes the progress as an object of JSON.
  static func write(_ line: ProgressLine) {
    if let text = try? Console.json(line) { Console.error(text) }
  }
}
