import Glibc

/// The processor time that processes have used: the sum of user time and system time.
package enum ProcessorTime {
  /// The time of this process, in nanoseconds.
  package static var own: Int64 { used(by: RUSAGE_SELF) }

  /// The time of the process's ended children, in nanoseconds.
  package static var ofChildren: Int64 { used(by: RUSAGE_CHILDREN) }

  private static func used(by whom: __rusage_who) -> Int64 {
    var usage = rusage()
    guard getrusage(__rusage_who_t(whom.rawValue), &usage) == 0 else { return 0 }
    return nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime)
  }

  private static func nanoseconds(_ time: timeval) -> Int64 {
    Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_usec) * 1000
  }
}
