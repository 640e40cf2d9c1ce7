import Glibc

/// The clock that never jumps.
package enum MonotonicClock {
  /// CLOCK_MONOTONIC in nanoseconds.
  package static func now() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }

  /// Sleeps until this clock shows `time`, in nanoseconds. A signal doesn't end the sleep.
  package static func sleep(until time: Int64) {
    var end = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nil) == EINTR {}
  }

  /// Seconds as nanoseconds: 0 for negative values and NaN, and at most 30 years.
  package static func nanoseconds(_ seconds: Double) -> Int64 {
    seconds > 0 ? Int64(min(seconds, 1e9) * 1e9) : 0
  }
}
