import Reporting
import Survey
import Synchronization
import System

/// Shows the time and the work so far on stderr, until the first image starts.
final class Heartbeat: Sendable {
  /// The counts that are shown.
  let work: WorkDone
  private let isOver = Mutex(false)

  /// Seconds between two lines.
  private static let pulse = 0.5

  /// Starts to show the counts in `work` on a thread of its own; `doing` names the work on a terminal.
  init(_ doing: String, _ work: WorkDone = WorkDone(), _ display: ProgressDisplay = .usual) {
    self.work = work
    if display == .none { return }
    let start = MonotonicClock.now()
    Ticker.start(every: Self.pulse) { [self] in
      isOver.withLock { isOver in
        if isOver { return false }
        if display == .json {
          ProgressDisplay.write(.planning(images: work.images))
        } else {
          let seconds = Int((MonotonicClock.now() - start) / 1_000_000_000)
          Console.draw(Progress.heartbeat(doing, work, seconds: seconds, columns: Console.columns))
        }
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
