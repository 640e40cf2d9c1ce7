import Glibc
import Synchronization

/// A request to end a batch early, and its reason. Any thread may set and read it.
package final class StopRequest: Sendable {
  /// The reason why a batch ends early.
  package enum Reason: Hashable, Sendable {
    /// A signal of this number asked the process to end.
    case signal(Int32)
    /// `--time-limit` has passed.
    case timeLimit
  }

  private static let none: Int32 = 0
  private static let time: Int32 = -1
  /// The reason as a number: `none`, `time` or the number of a signal. After a request, the number never
  /// becomes `none` again.
  private let code = Atomic<Int32>(none)
  private let isOverdue = Atomic<Bool>(false)

  package init() {}

  /// The reason for the stop; nil without a request. A signal replaces a time limit. Nothing replaces the
  /// first signal.
  package var reason: Reason? {
    switch code.load(ordering: .acquiring) {
    case Self.none: nil
    case Self.time: .timeLimit
    case let number: .signal(number)
    }
  }

  /// Throws if a stop was requested.
  package func check() throws(Stopped) {
    if reason != nil { throw Stopped() }
  }

  /// Requests a stop: no further image is started, and images in work are given up.
  package func request(_ reason: Reason) {
    switch reason {
    case .timeLimit: replace(Self.none, with: Self.time)
    case .signal(let number):
      if !replace(Self.none, with: number) { replace(Self.time, with: number) }
    }
  }

  /// Calls `end` on the first thread that comes here; other threads wait for the end of the process.
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

/// A stop was requested.
package struct Stopped: Error {}
