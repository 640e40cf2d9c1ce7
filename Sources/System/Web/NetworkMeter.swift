import Synchronization

/// Adds up the use of the network. Many threads add to it.
package final class NetworkMeter: Sendable {
  private let sum = Mutex(NetworkUse())
  private let whole: NetworkMeter?

  /// A meter that adds each use to `whole` too.
  package init(within whole: NetworkMeter? = nil) { self.whole = whole }

  /// The use so far.
  package var use: NetworkUse { sum.withLock { $0 } }

  package func add(_ use: NetworkUse) {
    sum.withLock { $0 += use }
    whole?.add(use)
  }
}
