/// Repeats a task on a thread of its own.
package enum Ticker {
  /// Calls `body` every `seconds` until it returns false. Does nothing if no thread can be started.
  package static func start(every seconds: Double, _ body: @escaping @Sendable () -> Bool) {
    _ = try? SystemThread.start {
      repeat {
        MonotonicClock.sleep(until: MonotonicClock.now() + MonotonicClock.nanoseconds(seconds))
      } while body()
    }
  }
}
