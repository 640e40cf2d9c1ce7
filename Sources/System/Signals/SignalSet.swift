import Glibc

/// Some signals.
struct SignalSet: Sendable {
  private var set = sigset_t()

  init(_ numbers: [Int32]) {
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
  }

  /// Has the calling thread, and threads that it starts later, not take these signals; returns what was so before.
  func block() -> SignalSet {
    var before = self
    withUnsafePointer(to: set) { _ = pthread_sigmask(SIG_BLOCK, $0, &before.set) }
    return before
  }

  /// Lets the calling thread take these signals.
  func unblock() { withUnsafePointer(to: set) { _ = pthread_sigmask(SIG_UNBLOCK, $0, nil) } }

  /// Has the calling thread not take these signals, and all others.
  func restore() { withUnsafePointer(to: set) { _ = pthread_sigmask(SIG_SETMASK, $0, nil) } }

  /// Waits for one of these signals, which are blocked, and takes it.
  func wait() -> Int32 {
    var number: Int32 = 0
    withUnsafePointer(to: set) { while sigwait($0, &number) != 0 {} }
    return number
  }

  /// Waits until the monotonic clock shows `end` at most; nil when no such signal came.
  func wait(until end: Int64) -> Int32? {
    while true {
      let left = max(0, end - MonotonicClock.now())
      var time = timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
      let number = withUnsafePointer(to: set) { sigtimedwait($0, nil, &time) }
      if number > 0 { return number }
      if errno != EINTR { return nil }
    }
  }
}
