import Glibc

/// How the process ends; of several, the largest counts.
enum ExitStatus: Int32, Error, Comparable {
  /// Done, nothing to do, or failures within `max_failures`.
  case done = 0
  /// Some images failed.
  case failures = 1
  /// Wrong usage, job file or plan.
  case usage = 2
  /// A fault of our own.
  case fault = 70
  /// stdout, the spool or the manifest could not be written.
  case unwritten = 74

  static func < (one: ExitStatus, other: ExitStatus) -> Bool { one.rank < other.rank }

  /// 70 before 74 before 2 before 1.
  private var rank: Int {
    switch self {
    case .done: 0
    case .failures: 1
    case .usage: 2
    case .unwritten: 3
    case .fault: 4
    }
  }

  /// Ends the process.
  func end() -> Never { exit(rawValue) }
}
