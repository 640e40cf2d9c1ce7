import Reporting
import Survey
import Synchronization
import System

/// Shows on the terminal that the process is alive, and how much it has done, while no bar can be drawn.
final class Heartbeat: Sendable {
  /// The counts that are shown.
  let work = WorkDone()
  private let isOver = Mutex(false)

  /// Seconds between two looks.
  private static let pulse = 0.5

  /// Draws from now on that the process is `doing` something, if it `shows` anything.
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

  /// Ends the drawing, and removes it.
  func end() {
    isOver.withLock { $0 = true }
    Console.clear()
  }
}
