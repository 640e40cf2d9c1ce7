import Survey
import System

/// The status with which a call of the program ends. If a call has several statuses, the one with the highest
/// rank counts.
package enum ExitStatus: Int32, Comparable, Sendable {
  /// Done, nothing to do, or failures within `max_failures`.
  case done = 0
  /// Some images failed.
  case failures = 1
  /// The arguments, a job file or a plan are wrong, or a required feature is missing.
  case usage = 2
  /// A fault of upright itself.
  case fault = 70
  /// stdout, the journal, the manifest or a file that an option names could not be written.
  case unwritten = 74
  /// The call can't finish now: the job is locked, the disk or a quota is full, or `--time-limit` has passed.
  case later = 75
  /// SIGHUP ended the call. Shells report the same number for such an end.
  case hungUp = 129
  /// Ended by SIGINT.
  case interrupted = 130
  /// Ended by SIGTERM.
  case terminated = 143

  /// The status of a run after a stop request.
  package init(_ reason: StopRequest.Reason) {
    switch reason {
    case .timeLimit: self = .later
    case .signal(let number): self = ExitStatus(rawValue: Self.firstSignal + number) ?? .fault
    }
  }

  /// The status of a run after a halt.
  package init(_ halt: Halt) {
    switch halt.kind {
    case .later: self = .later
    case .unwritable: self = .unwritten
    case .refused: self = .usage
    case .fault: self = .fault
    }
  }

  package static func < (one: ExitStatus, other: ExitStatus) -> Bool { one.rank < other.rank }

  /// Orders the statuses: a signal counts most, then 70, 75, 74, 2, 1.
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

  /// If a signal ends the call, the call's status is this number plus the signal's number.
  package static let firstSignal: Int32 = 128
}
