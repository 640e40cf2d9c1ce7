import Glibc
import Synchronization

/// Whether a batch is to end before all is done, and why. Any thread may ask, any thread may look.
package final class StopRequest: Sendable {
  /// Why a batch ends early.
  package enum Reason: Hashable, Sendable {
    /// A signal of this number asked the process to end.
    case signal(Int32)
    /// `--time-limit` has passed.
    case timeLimit
  }

  private static let none: Int32 = 0
  private static let time: Int32 = -1
  /// One of the above, or a signal's number. It never becomes `none` again.
  private let code = Atomic<Int32>(none)
  private let isOverdue = Atomic<Bool>(false)

  package init() {}

  /// Why the batch is to end; nil while it isn't. The first signal stays, and holds over a time limit.
  package var reason: Reason? {
    switch code.load(ordering: .acquiring) {
    case Self.none: nil
    case Self.time: .timeLimit
    case let number: .signal(number)
    }
  }

  /// Throws where the batch is to end.
  package func check() throws(Stopped) {
    if reason != nil { throw Stopped() }
  }

  /// Asks the batch to end: to start no further image, and to put away what is in work.
  package func request(_ reason: Reason) {
    switch reason {
    case .timeLimit: replace(Self.none, with: Self.time)
    case .signal(let number):
      if !replace(Self.none, with: number) { replace(Self.time, with: number) }
    }
  }

  /// Calls `end` on the first thread that comes here; any other one waits for the end of the process.
  func runOut(_ end: () -> Never) -> Never {
    if isOverdue.exchange(true, ordering: .acquiringAndReleasing) {
      while true { pause() }
    }
    end()
  }

  @discardableResult
  private func replace(_ old: Int32, with new: Int32) -> Bool {
    code.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
  }
}

/// The batch was asked to end.
package struct Stopped: Error {}
