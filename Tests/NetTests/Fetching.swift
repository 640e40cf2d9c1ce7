import Net
import System
import TestSupport

/// Loopback, which a policy refuses unless it is allowed.
let loopback = ["127.0.0.0/8"].compactMap { AddressRange($0) }

extension TestServer {
  /// A request for `path`, by the operator.
  func request(_ path: String = "/", trust: FetchRequest.Trust = .operator, most: Int = 1 << 20) throws
    -> FetchRequest
  {
    try FetchRequest(WebAddress(url(path)), trust: trust, most: most)
  }
}

extension Fetcher {
  /// The reply to a request.
  func reply(to request: FetchRequest) async -> FetchReply {
    await withCheckedContinuation { continuation in submit(request) { continuation.resume(returning: $0) } }
  }
}

extension Fetcher {
  /// The reply to a request, on the calling thread. Other tests can't hold up what follows, as they can after `await`.
  func waitForReply(to request: FetchRequest) -> FetchReply {
    let reply = Monitor<FetchReply?>(nil)
    submit(request) { new in reply.with { $0 = new } }
    return reply.wait { $0 }
  }
}

extension FetchReply {
  /// The trouble; nil for a whole reply.
  var trouble: FetchTrouble? {
    if case .trouble(let trouble) = outcome { trouble } else { nil }
  }

  /// The body, from the target of its request.
  func body(of request: FetchRequest) throws -> [UInt8] { try request.target.bytes(bytes) }
}

/// Bytes without a pattern.
func randomBytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
  var random = SplitMix64(seed: seed)
  return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
}

/// Calls a closure when it is freed.
final class Witness: Sendable {
  private let end: @Sendable () -> Void
  init(_ end: @escaping @Sendable () -> Void) { self.end = end }
  deinit { end() }
}
