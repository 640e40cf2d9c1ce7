import Reporting
import Session
import Synchronization
import System

/// Draws the progress of a run on the terminal.
final class ProgressBar: Sendable {
  private let progress = Mutex<Progress?>(nil)
  private let isShown: Bool
  private let network: NetworkMeter

  /// Seconds between two drawings while no image ends.
  private static let pulse = 0.5

  /// A bar that shows the use of the `network` too.
  init(isShown: Bool, _ network: NetworkMeter = NetworkMeter()) {
    (self.isShown, self.network) = (isShown, network)
  }

  /// Handles an event of a session.
  func note(_ event: SessionEvent) {
    switch event {
    case .making(let work):
      if isShown, let (images, bytes) = work.size {
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
    let columns = Console.columns
    if let line = progress?.draw(now: MonotonicClock.now(), network: network.use, columns: columns) {
      Console.draw(line)
    }
  }
}
