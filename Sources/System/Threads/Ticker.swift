/// Does something again and again, on a thread of its own.
package enum Ticker {
  /// Calls `body` every so many seconds until it returns false. Where no thread can be had nothing happens.
  package static func start(every seconds: Double, _ body: @escaping @Sendable () -> Bool) {
    _ = try? SystemThread.start {
      repeat {
        MonotonicClock.sleep(until: MonotonicClock.now() + MonotonicClock.nanoseconds(seconds))
      } while body()
    }
  }
}
