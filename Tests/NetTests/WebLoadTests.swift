import Net
import Synchronization
import System
import TestSupport
import Testing

@Suite struct WebLoadTests {
  /// The numbers of requests that a server has: at present, at most, and in all.
  private struct Gauge {
    var present = 0
    var most = 0
    var all = 0

    mutating func begin() {
      present += 1
      all += 1
      most = max(most, present)
    }
  }

  /// A server that gives no answer before `count` requests have come, and keeps each request a while.
  private func server(_ gauge: Monitor<Gauge>, waitsFor count: Int) throws -> TestServer {
    let answer = TestServer.Answer.reply(200)
    return try TestServer { _ in
      gauge.with { $0.begin() }
      gauge.wait { $0.all >= count ? () : nil }
      MonotonicClock.sleep(until: MonotonicClock.now() + 10_000_000)
      gauge.with { $0.present -= 1 }
      return answer
    }
  }

  @Test("A host has as many requests in flight as it may have")
  func perHost() throws {
    let gauge = Monitor(Gauge())
    let server = try server(gauge, waitsFor: 3)
    let client = try testClient(set: { $0.perHost = 3 })
    let replies = Replies()
    for _ in 0..<20 { replies.get(try server.get(), by: client) }
    #expect(replies.wait(for: 20).allSatisfy { $0.outcome == .status(200) })
    #expect(gauge.with { $0.all } == 20)
    #expect(gauge.with { $0.most } == 3)
  }

  @Test("All hosts together have 64 requests in flight")
  func allHosts() throws {
    let gauge = Monitor(Gauge())
    let server = try server(gauge, waitsFor: 64)
    let place = try #require(NetworkAddress(dotted: "127.0.0.1"))
    let client = try testClient(lookup: { _ in .success([place]) })
    let replies = Replies()
    for number in 0..<100 {
      let address = try WebAddress("http://host\(number).test:\(server.port)/")
      replies.get(WebRequest(address, most: 10), by: client)
    }
    #expect(replies.wait(for: 100).allSatisfy { $0.outcome == .status(200) })
    #expect(Set(server.requests.map { $0.header("host") }).count == 100)
    #expect(gauge.with { $0.most } == 64)
  }

  @Test("With faults in a fifth of the answers, 400 requests of 8 threads get their files, each once")
  func faults() throws {
    let random = Mutex(SplitMix64(seed: 7))
    let server = try TestServer { request in
      let answer = TestServer.Answer.file(Self.file(request.target), to: request)
      return random.withLock {
        Int.random(in: 0..<5, using: &$0) == 0 ? answer.faulty(using: &$0) : answer
      }
    }
    let client = try testClient(set: { $0.tries = 30 })
    let bodies = Monitor<[String: [[UInt8]?]]>([:])
    for thread in 0..<8 {
      try SystemThread.start {
        for number in 0..<50 {
          let target = "/\(thread * 50 + number)"
          guard let request = try? server.get(target, range: number % 3 == 0 ? 0..<2000 : nil) else {
            continue
          }
          let take: @Sendable (WebReply) -> Void = { reply in
            let body = try? reply.whole()
            bodies.with { $0[target, default: []].append(body) }
          }
          if number % 2 == 0 { take(client.get(request)) } else { client.get(request, then: take) }
        }
      }
    }
    let found = bodies.wait { $0.count == 400 ? $0 : nil }
    for number in 0..<400 {
      let file = Self.file("/\(number)")
      #expect(found["/\(number)"] == [number % 50 % 3 == 0 ? Array(file[..<2000]) : file])
    }
    #expect(server.requests.count > 440)
  }

  /// A file of its own for each target.
  private static func file(_ target: String) -> [UInt8] {
    randomBytes(5000, seed: UInt64(target.dropFirst()) ?? 0)
  }

  @Test("When a client is freed, each request without a reply is cancelled, wherever it is")
  func free() throws {
    let silent = try TestServer { _ in .init([.waitForClient]) }
    let busy = try TestServer { _ in .reply(503, [("Retry-After", "600")]) }
    let isLookedUp = Monitor(false)
    let isFreed = Monitor(false)
    weak var fetcher: WatchedFetcher?
    var client: WebClient?
    do {
      let own = try WatchedFetcher()
      fetcher = own
      client = try testClient(
        fetcher: own,
        lookup: { _ in
          isLookedUp.with { $0 = true }
          isFreed.wait { $0 ? () : nil }
          return .failure(.unresolvedName)
        })
    }
    let replies = Replies()
    // 8 are in flight, 12 wait for them; one waits for its next try, one for the address of its host.
    for _ in 0..<20 { replies.get(try silent.get(), by: client) }
    replies.get(try busy.get(), by: client)
    replies.get(WebRequest(try WebAddress("http://slow.test/"), most: 10), by: client)
    fetcher?.ended.wait { $0 == 1 ? () : nil }
    while silent.requests.count < 8 || !isLookedUp.with({ $0 }) { pause() }
    #expect(replies.all.isEmpty)
    client = nil
    #expect(replies.all.map(\.outcome) == Array(repeating: .trouble(.cancelled), count: 22))
    #expect(replies.all.allSatisfy { $0.body == nil })
    // A reply that came at the same time may hold it a little longer.
    while fetcher != nil { pause() }
    isFreed.with { $0 = true }
    #expect(silent.requests.count == 8)
    #expect(busy.requests.count == 1)
    #expect(replies.all.count == 22)
  }

  private func pause() { MonotonicClock.sleep(until: MonotonicClock.now() + 1_000_000) }

  @Test("The closure of a reply may hold the client last, on each of its threads")
  func lastHolder() throws {
    let server = try TestServer { _ in .reply(200, body: [1]).slowly(100, every: 0.1) }
    let slow: @Sendable (String) -> Resolver.Answer = { _ in
      MonotonicClock.sleep(until: MonotonicClock.now() + 100_000_000)
      return .failure(.unknownName)
    }
    let cases: [(String, FetchReply.Outcome)] = [
      (server.url(), .status(200)), ("http://10.0.0.1/", .trouble(.refusedAddress)),
      ("http://slow.test/", .trouble(.unknownName)),
    ]
    for (url, outcome) in cases {
      let found = Monitor<FetchReply.Outcome?>(nil)
      let isFreed = Monitor(false)
      do {
        let client = try testClient(lookup: slow)
        let witness = Witness { isFreed.with { $0 = true } }
        client.get(WebRequest(try WebAddress(url), most: 10)) { [client, witness] reply in
          withExtendedLifetime((client, witness)) { found.with { $0 = reply.outcome } }
        }
      }
      isFreed.wait { $0 ? () : nil }
      #expect(found.with { $0 } == outcome)
    }
  }

  @Test("The closure of a reply may begin the next request")
  func chain() throws {
    let client = try testClient()
    let server = try TestServer { _ in .reply(200, body: [1]) }
    let count = Monitor(0)
    @Sendable func next(_ left: Int) {
      guard left > 0, let request = try? server.get() else { return }
      client.get(request) { _ in
        count.with { $0 += 1 }
        next(left - 1)
      }
    }
    next(30)
    #expect(count.wait { $0 == 30 ? $0 : nil } == 30)
  }
}
