import Glibc

/// A set of signals.
struct SignalSet: Sendable {
  private var set = sigset_t()

  init(_ numbers: [Int32]) {
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
  }

  /// Blocks these signals in the calling thread and in threads that it starts later. Returns the mask from
  /// before.
  func block() -> SignalSet {
    var before = self
    withUnsafePointer(to: set) { _ = pthread_sigmask(SIG_BLOCK, $0, &before.set) }
    return before
  }

  /// Unblocks these signals in the calling thread.
  func unblock() { withUnsafePointer(to: set) { _ = pthread_sigmask(SIG_UNBLOCK, $0, nil) } }

  /// Makes these the only blocked signals of the calling thread.
  func restore() { withUnsafePointer(to: set) { _ = pthread_sigmask(SIG_SETMASK, $0, nil) } }

  /// Waits for one of these blocked signals, and takes it.
  func wait() -> Int32 {
    var number: Int32 = 0
    withUnsafePointer(to: set) { while sigwait($0, &number) != 0 {} }
    return number
  }

  /// Waits for one of these blocked signals until the monotonic clock shows `end`, and takes it; nil if none
  /// came.
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
