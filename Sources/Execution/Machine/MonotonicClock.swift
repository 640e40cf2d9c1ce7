import Glibc

/// The clock that never jumps.
package enum MonotonicClock {
  /// CLOCK_MONOTONIC in nanoseconds.
  package static func now() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }
}
