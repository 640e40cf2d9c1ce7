import System

/// A long time without requests to a host.
package struct WebPause: Sendable {
  package let origin: WebAddress.Origin
  /// Nil if the host is given up, so that the time has no end.
  package let seconds: Int?
  /// The status of the reply that asked for the pause.
  package let status: Int

  /// Nil if the reply has no status.
  init?(_ origin: WebAddress.Origin, nanoseconds: Int64?, _ reply: FetchReply) {
    guard case .status(let status) = reply.outcome else { return nil }
    (self.origin, self.status, seconds) = (origin, status, nanoseconds.map { Int($0 / 1_000_000_000) })
  }
}
