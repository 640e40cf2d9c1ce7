import Glibc

/// The clock that people set.
package enum WallClock {
  /// CLOCK_REALTIME in milliseconds since 1970.
  package static func now() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
  }
}
