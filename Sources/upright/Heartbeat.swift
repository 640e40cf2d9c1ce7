import Reporting
import Survey
import Synchronization
import System

/// Shows the time and the work so far on the terminal, while there is no progress bar.
final class Heartbeat: Sendable {
  /// The counts that are shown.
  let work = WorkDone()
  private let isOver = Mutex(false)

  /// Seconds between two drawings.
  private static let pulse = 0.5

  /// Starts to draw; `doing` names the work. Without `shows` nothing is drawn.
  init(_ doing: String, shows: Bool) {
    if !shows { return }
    let start = MonotonicClock.now()
    Ticker.start(every: Self.pulse) { [self] in
      isOver.withLock { isOver in
        if isOver { return false }
        let seconds = Int((MonotonicClock.now() - start) / 1_000_000_000)
        Console.draw(Progress.heartbeat(doing, work, seconds: seconds, columns: Console.columns))
        return true
      }
    }
  }

  /// Stops drawing, and removes the line.
  func end() {
    isOver.withLock { $0 = true }
    Console.clear()
  }
}
