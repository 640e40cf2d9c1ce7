import Remote
import System

/// News about the network for the user, which concerns more than one source.
package enum WebNews: Sendable {
  /// A host gets no request for so many seconds, because it answered with this status. With nil, it gets no more
  /// requests at all.
  case pause(host: String, seconds: Int?, status: Int)
  /// News about buckets.
  case store(StoreNews)
  /// The cache at this path can't be written. It is told once.
  case unwritable(cache: String, SystemError)
}
