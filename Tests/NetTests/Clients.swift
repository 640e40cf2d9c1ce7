import Net
import Synchronization
import System
import TestSupport

/// A client for servers on loopback. If no server asks for a pause, it tries again at once.
func testClient(
  allowed: [AddressRange] = loopback, meter: NetworkMeter = NetworkMeter(), fetcher: (any Fetcher)? = nil,
  lookup: @escaping @Sendable (String) -> Resolver.Answer = { _ in .failure(.unknownName) },
  clock: @escaping @Sendable () -> Int64 = { MonotonicClock.now() },
  set: (inout WebSettings) -> Void = { _ in }
) throws -> WebClient {
  var settings = WebSettings()
  settings.policy = AddressPolicy(allowed: allowed)
  set(&settings)
  return try WebClient(
    settings, agent: "test/1", meter: meter, fetcher: fetcher, lookup: lookup, clock: clock,
    random: NoJitter())
}

/// Gives the smallest number of each range from 0 on, so that a back-off takes no time.
private struct NoJitter: RandomNumberGenerator {
  // Ranges take the upper half of a product with this number. They ask again if the lower half is near 0.
  func next() -> UInt64 { 1 }
}

/// A fetcher that counts the requests that have ended, and for which `then` has returned.
final class WatchedFetcher: Fetcher {
  let ended = Monitor(0)
  private let fetcher: ThreadFetcher

  init() throws { fetcher = try ThreadFetcher(policy: AddressPolicy(allowed: loopback)) }

  func submit(_ request: FetchRequest, then: @escaping @Sendable (FetchReply) -> Void) -> FetchNumber {
    fetcher.submit(request) { [ended] reply in
      then(reply)
      ended.with { $0 += 1 }
    }
  }

  func cancel(_ number: FetchNumber) { fetcher.cancel(number) }
}

/// A clock that a test sets.
final class ManualClock: Sendable {
  private let time = Atomic<Int64>(0)

  var now: Int64 { time.load(ordering: .sequentiallyConsistent) }

  func set(_ time: Int64) { self.time.store(time, ordering: .sequentiallyConsistent) }
}

/// Replies to requests for which nobody waits.
final class Replies: Sendable {
  private let replies = Monitor<[WebReply]>([])

  var all: [WebReply] { replies.with { $0 } }

  /// Begins a request and keeps its reply.
  func get(_ request: WebRequest, by client: WebClient?) {
    client?.get(request) { [replies] reply in replies.with { $0.append(reply) } }
  }

  /// Waits for so many replies, and returns all.
  func wait(for count: Int) -> [WebReply] { replies.wait { $0.count >= count ? $0 : nil } }
}

extension TestServer {
  /// A request for `path`.
  func get(_ path: String = "/", range: Range<Int>? = nil, most: Int = 1 << 20) throws -> WebRequest {
    var request = WebRequest(try WebAddress(url(path)), most: most)
    request.range = range
    return request
  }
}

extension WebRequest {
  /// This request with another method, and bytes to send.
  func with(_ method: WebRequest.Method, _ bytes: [UInt8]? = nil) throws -> WebRequest {
    var request = self
    (request.method, request.body) = (method, try bytes.map { try WebBody($0) })
    return request
  }
}

extension WebReply {
  /// The trouble; nil for a reply.
  var trouble: FetchTrouble? {
    if case .trouble(let trouble) = outcome { trouble } else { nil }
  }

  /// All bytes of the body; nil after a trouble.
  func whole() throws -> [UInt8]? { try body?.bytes(bytes + 1) }
}
