import Execution
import Reporting
import Synchronization

/// Shows on the terminal that the process is alive while jobs are locked and planned.
final class GettingReady: Sendable {
  private let isOver = Mutex(false)

  /// Seconds between two looks.
  private static let pulse = 0.5

  /// Draws from now on, where it `shows` anything.
  init(shows: Bool) {
    if !shows { return }
    let start = MonotonicClock.now()
    Ticker.start(every: Self.pulse) { [self] in
      isOver.withLock { isOver in
        if isOver { return false }
        let seconds = Int((MonotonicClock.now() - start) / 1_000_000_000)
        Console.draw(Progress.gettingReady(seconds: seconds))
        return true
      }
    }
  }

  /// Ends it, and takes away what is drawn.
  func end() {
    isOver.withLock { $0 = true }
    Console.clear()
  }
}
