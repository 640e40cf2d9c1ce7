import Reporting
import Session
import Synchronization
import System

/// Shows the progress of a run on stderr.
final class ProgressBar: Sendable {
  private let progress = Mutex<Progress?>(nil)
  private let display: ProgressDisplay
  private let network: NetworkMeter

  /// Seconds between two lines while no image ends.
  private static let pulse = 0.5

  /// A terminal shows the use of the `network` too.
  init(_ display: ProgressDisplay, _ network: NetworkMeter = NetworkMeter()) {
    (self.display, self.network) = (display, network)
  }

  /// Handles an event of a session.
  func note(_ event: SessionEvent) {
    switch event {
    case .making(let work):
      if display != .none, let (images, bytes) = work.size {
        begin(Progress(total: images, bytes: bytes, now: MonotonicClock.now()))
      }
    case .image(.begun): progress.withLock { $0?.begin() }
    case .image(.made(let bytes)):
      progress.withLock { progress in
        progress?.finish(bytes: bytes)
        draw(&progress)
      }
    case .made, .finished: clear()
    case .message: break
    }
  }

  /// Removes the bar for good.
  func clear() {
    progress.withLock { $0 = nil }
    Console.clear()
  }

  private func begin(_ bar: Progress) {
    progress.withLock { $0 = bar }
    Ticker.start(every: Self.pulse) { [self] in
      progress.withLock { progress in
        draw(&progress)
        return progress != nil
      }
    }
  }

  private func draw(_ progress: inout Progress?) {
    let now = MonotonicClock.now()
    switch display {
    case .none: break
    case .terminal:
      if let line = progress?.draw(now: now, network: network.use, columns: Console.columns) {
        Console.draw(line)
      }
    case .json:
      if let line = progress?.line(now: now) { ProgressDisplay.write(line) }
    }
  }
}
