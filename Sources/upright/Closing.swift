import Reporting
import Session
import Synchronization
import System

/// Ends the process after a stop request, even while images are in work. Messages tell the user what still
/// happens.
final class Closing: Sendable {
  private enum Stage {
    case before
    case during(WorkInHand)
    case after
  }

  private let stage = Mutex(Stage.before)
  private let bar: ProgressBar

  init(_ bar: ProgressBar = ProgressBar(.none)) { self.bar = bar }

  /// Nanoseconds that a thread gets to report work that it has finished.
  private static let lastWords: Int64 = 500_000_000

  /// Notes that images are being made.
  func begin(_ work: WorkInHand) { stage.withLock { $0 = .during(work) } }

  /// Notes that the work is finished, and that the caller reports it. Never returns if the process is
  /// abandoning the work.
  func finish() { stage.withLock { $0 = .after } }

  /// Handles an event of a session.
  func note(_ event: SessionEvent) {
    bar.note(event)
    switch event {
    case .message(let message): Log.tell(message)
    case .making(let work): begin(work)
    case .finished: finish()
    case .image, .made: break
    }
  }

  /// Watches for signals, and for the end of a time limit in seconds.
  func watch(_ stop: StopRequest, timeLimit: Double? = nil) throws(SessionError) {
    do throws(SystemError) {
      try SignalWatch.start(stop, asked: { [self] in announce(stop) }) { [self] in end(stop) }
      if let timeLimit { try TimeLimit.start(seconds: timeLimit, stop) { [self] in end(stop) } }
    } catch { throw SessionError(.later, "can't start a thread: \(error.message)") }
  }

  /// Reports, after the first signal, the work that the process still finishes.
  private func announce(_ stop: StopRequest) {
    guard case .signal(let number) = stop.reason else { return }
    bar.clear()
    let deed = stage.withLock { stage in
      if case .during(let work) = stage, let awaited = work.awaited() {
        return "waits at most \(SignalWatch.grace) s for \(awaited)"
      }
      return "ends within \(SignalWatch.grace) s"
    }
    Log.tell(
      LogEntry(
        .warning, "\(SignalDeath.name(number)): \(deed); a second signal ends the process at once"))
  }

  /// Ends the process with the status that `stop` gives. Abandons images in work.
  private func end(_ stop: StopRequest) -> Never {
    stage.withLock { stage in
      switch stage {
      case .before: Log.tell(LogEntry(.error, "\(stop.reason?.words ?? "ended"): no image was begun"))
      case .during(let work):
        bar.clear()
        work.abandon()
      case .after: MonotonicClock.sleep(until: MonotonicClock.now() + Self.lastWords)
      }
    }
    (stop.reason.map(ExitStatus.init) ?? .fault).end()
  }
}
