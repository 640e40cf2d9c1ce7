import Execution
import Synchronization

/// What is put in order when the process has to end with images still in work.
final class Closing: Sendable {
  private let work = Mutex<(@Sendable () -> Void)?>(nil)

  /// What there is to do from now on.
  func prepare(_ work: @escaping @Sendable () -> Void) { self.work.withLock { $0 = work } }

  /// Does it, and ends the process as `stop` says.
  func end(_ stop: StopRequest) -> Never {
    work.withLock { $0?() }
    (stop.reason.map(ExitStatus.init) ?? .fault).end()
  }
}
