import Glibc
import Rendering
import Survey
import System

/// How the process ends; of several, the largest counts.
enum ExitStatus: Int32, Error, Comparable {
  /// Done, nothing to do, or failures within `max_failures`.
  case done = 0
  /// Some images failed.
  case failures = 1
  /// Wrong usage, job file or plan, or a required feature is missing.
  case usage = 2
  /// A fault of our own.
  case fault = 70
  /// stdout, the journal, the manifest or a file that an option names could not be written.
  case unwritten = 74
  /// Not now: the job is locked, the disk or a quota is full, or `--time-limit` has passed.
  case later = 75
  /// Ended by SIGHUP, as shells count it.
  case hungUp = 129
  /// Ended by SIGINT.
  case interrupted = 130
  /// Ended by SIGTERM.
  case terminated = 143

  /// How a batch ends that was asked to, for this reason.
  init(_ reason: StopRequest.Reason) {
    switch reason {
    case .timeLimit: self = .later
    case .signal(let number): self = ExitStatus(rawValue: Self.firstSignal + number) ?? .fault
    }
  }

  /// How a run ends that can't go on, for this reason.
  init(_ halt: Halt) {
    switch halt.kind {
    case .later: self = .later
    case .unwritable: self = .unwritten
    case .refused: self = .usage
    case .fault: self = .fault
    }
  }

  static func < (one: ExitStatus, other: ExitStatus) -> Bool { one.rank < other.rank }

  /// A signal before 70, 75, 74, 2, 1.
  private var rank: Int {
    switch self {
    case .done: 0
    case .failures: 1
    case .usage: 2
    case .unwritten: 3
    case .later: 4
    case .fault: 5
    case .hungUp, .interrupted, .terminated: 6
    }
  }

  private static let firstSignal: Int32 = 128

  /// Ends the process: by the signal itself where one asked for it.
  ///
  /// Without exit(3), which takes libraries down under threads that are still at work. Nothing is buffered.
  func end() -> Never {
    if rawValue > Self.firstSignal { SignalDeath.die(of: rawValue - Self.firstSignal) }
    _exit(rawValue)
  }
}
