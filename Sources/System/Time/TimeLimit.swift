/// `--time-limit`: what asks a batch to end when its time is over.
package enum TimeLimit {
  /// After so many seconds from now `stop` is asked to end the batch, and `grace` seconds later `overdue` is called,
  /// as ``SignalWatch`` does. Throws `EAGAIN` where no thread can be had.
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
