import Reporting
import Survey
import Synchronization
import System

/// Shows on the terminal that the process is alive, and how much it has done, while no bar can be drawn.
final class Heartbeat: Sendable {
  /// What is shown, counted by who does it.
  let work = WorkDone()
  private let isOver = Mutex(false)

  /// Seconds between two looks.
  private static let pulse = 0.5

  /// Draws from now on what the process is `doing`, where it `shows` anything.
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

  /// Ends it, and takes away what is drawn.
  func end() {
    isOver.withLock { $0 = true }
    Console.clear()
  }
}
