/// `--time-limit`: requests a stop when the batch's time is over.
package enum TimeLimit {
  /// Requests `stop` after `seconds`, and calls `overdue` another `grace` seconds later, as ``SignalWatch``
  /// does. Throws `EAGAIN` if no thread can be started.
  package static func start(
    seconds: Double, _ stop: StopRequest, grace: Double = SignalWatch.grace,
    overdue: @escaping @Sendable () -> Never
  ) throws(SystemError) {
    let end = MonotonicClock.now() + MonotonicClock.nanoseconds(seconds)
    try SystemThread.start {
      MonotonicClock.sleep(until: end)
      stop.request(.timeLimit)
      MonotonicClock.sleep(until: end + MonotonicClock.nanoseconds(grace))
      stop.runOut(overdue)
    }
  }
}
