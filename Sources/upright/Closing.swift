import Reporting
import Synchronization
import System

/// What a process says and does when it is asked to end, and when it has to end with images still in work.
final class Closing: Sendable {
  /// A job, or the items of a worker, while images are made.
  struct Work: Sendable {
    /// What the process waits for, in words; nil where that is nothing. Called when a signal has come, and takes away what
    /// is drawn on the terminal.
    let awaited: @Sendable () -> String?
    /// Puts in place what is made, and says what came of the work.
    let abandon: @Sendable () -> Void
  }

  private enum Stage {
    case before
    case during(Work)
    case after
  }

  private let stage = Mutex(Stage.before)

  /// How long a thread that has finished the work gets to say so, in nanoseconds.
  private static let lastWords: Int64 = 500_000_000

  /// Notes that images are being made.
  func begin(_ work: Work) { stage.withLock { $0 = .during(work) } }

  /// Notes that the work is finished, and is to be told by the caller. Never returns where the process abandons it.
  func finish() { stage.withLock { $0 = .after } }

  /// Says, after the first signal, what the process waits for.
  func announce(_ stop: StopRequest) {
    guard case .signal(let number) = stop.reason else { return }
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

  /// Ends the process as `stop` says, whatever is in work.
  func end(_ stop: StopRequest) -> Never {
    stage.withLock { stage in
      switch stage {
      case .before: Log.tell(LogEntry(.error, "\(stop.reason?.words ?? "ended"): no image was begun"))
      case .during(let work): work.abandon()
      case .after: MonotonicClock.sleep(until: MonotonicClock.now() + Self.lastWords)
      }
    }
    (stop.reason.map(ExitStatus.init) ?? .fault).end()
  }
}

extension StopRequest.Reason {
  /// Why a batch ends early, in words.
  var words: String {
    switch self {
    case .timeLimit: "--time-limit has passed"
    case .signal(let number): "ended by \(SignalDeath.name(number))"
    }
  }
}
