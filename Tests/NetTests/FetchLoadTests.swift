import Net
import Synchronization
import System
import TestSupport
import Testing

@Suite struct FetchLoadTests {
  @Test("Requests one after the other share a connection")
  func reuse() throws {
    let fetcher = try ThreadFetcher(policy: AddressPolicy())
    let bytes = randomBytes(10_000)
    let server = try TestServer { .file(bytes, to: $0) }
    for _ in 0..<20 {
      let request = try server.request()
      #expect(try fetcher.waitForReply(to: request).body(of: request) == bytes)
    }
    #expect(server.requests.count == 20)
    #expect(server.connections == 1)
  }

  @Test("A connection that the server has closed meanwhile is replaced")
  func closedMeanwhile() async throws {
    let fetcher = try ThreadFetcher(policy: AddressPolicy())
    let server = try TestServer { _ in .reply(200, body: [1]).then(.close) }
    for _ in 0..<5 {
      #expect(await fetcher.reply(to: try server.request()).outcome == .status(200))
    }
    #expect(server.requests.count == 5)
  }

  @Test("64 requests are in flight at once, and each gets its own bytes")
  func manyAtOnce() async throws {
    let fetcher = try ThreadFetcher(policy: AddressPolicy())
    let gate = Monitor(0)
    let server = try TestServer { request in
      // No answer before all have come.
      gate.with { $0 += 1 }
      gate.wait { $0 >= 64 ? () : nil }
      return .file(randomBytes(20_000, seed: UInt64(request.target.dropFirst()) ?? 0), to: request)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<64 {
        group.addTask {
          let request = try server.request("/\(number)")
          let reply = await fetcher.reply(to: request)
          #expect(reply.outcome == .status(200))
          #expect(try reply.body(of: request) == randomBytes(20_000, seed: UInt64(number)))
        }
      }
      try await group.waitForAll()
    }
    #expect(server.requests.count == 64)
    #expect(server.connections == 64)
  }

  /// True if a request is tried again after such a reply.
  private func isTriedAgain(_ outcome: FetchReply.Outcome) -> Bool {
    let result: RetryPolicy.Outcome =
      switch outcome {
      case .status(let status): .reply(status: status, pause: nil)
      case .trouble(let trouble): .trouble(trouble)
      }
    var random = SplitMix64(seed: 1)
    return RetryPolicy().step(after: result, try: 1, using: &random).retry != nil
  }

  @Test(
    "With faults in half of the answers, each file arrives whole in the end, and no fault looks like a reply")
  func faults() async throws {
    let fetcher = try ThreadFetcher(policy: AddressPolicy())
    let random = Mutex(SplitMix64(seed: 5))
    let server = try TestServer { request in
      let answer = TestServer.Answer.file(
        randomBytes(5000, seed: UInt64(request.target.dropFirst()) ?? 0), to: request)
      return random.withLock { Bool.random(using: &$0) ? answer.faulty(using: &$0) : answer }
    }
    for number in 0..<100 {
      var outcome: FetchReply.Outcome?
      while outcome != .status(206) {
        var request = try server.request("/\(number)")
        request.range = 0..<5000
        let reply = await fetcher.reply(to: request)
        outcome = reply.outcome
        if outcome == .status(206) {
          #expect(try reply.body(of: request) == randomBytes(5000, seed: UInt64(number)))
        } else {
          try #require(isTriedAgain(reply.outcome), "\(reply.outcome)")
        }
      }
    }
    #expect(server.requests.count > 150)
  }

  @Test("A cancelled request ends at once, and others go on")
  func cancel() throws {
    let fetcher = try ThreadFetcher(policy: AddressPolicy())
    let server = try TestServer { request in
      request.target == "/slow" ? .init([.waitForClient]) : .reply(200, body: [1])
    }
    let replies = Monitor<[FetchTrouble?]>([])
    let number = fetcher.submit(try server.request("/slow")) { reply in
      replies.with { $0.append(reply.trouble) }
    }
    #expect(try fetcher.waitForReply(to: server.request("/quick")).outcome == .status(200))
    #expect(replies.with { $0 }.isEmpty)
    fetcher.cancel(number)
    #expect(replies.wait { $0.isEmpty ? nil : $0 } == [.cancelled])
    fetcher.cancel(number)
    #expect(try fetcher.waitForReply(to: server.request("/quick")).outcome == .status(200))
    #expect(replies.with { $0.count } == 1)
  }

  @Test("Each request gets a reply when its fetcher is freed")
  func free() throws {
    let server = try TestServer { _ in .init([.waitForClient]) }
    let troubles = Monitor<[FetchTrouble?]>([])
    var fetcher: ThreadFetcher? = try ThreadFetcher(policy: AddressPolicy(allowed: loopback))
    for trust in FetchRequest.Trust.allCases {
      for _ in 0..<10 {
        let request = try server.request(trust: trust)
        fetcher?.submit(request) { reply in troubles.with { $0.append(reply.trouble) } }
      }
    }
    fetcher = nil
    #expect(troubles.with { $0 } == [FetchTrouble?](repeating: .cancelled, count: 20))
  }

  @Test("A reply's closure may hold the fetcher last")
  func lastHolder() throws {
    let server = try TestServer { _ in .reply(200, body: [1]).slowly(100, every: 0.1) }
    let outcomes = Monitor<[FetchReply.Outcome]>([])
    let freed = Monitor(false)
    do {
      let fetcher = try ThreadFetcher(policy: AddressPolicy())
      let witness = Witness { freed.with { $0 = true } }
      fetcher.submit(try server.request()) { [fetcher, witness] reply in
        withExtendedLifetime((fetcher, witness)) { outcomes.with { $0.append(reply.outcome) } }
      }
    }
    freed.wait { $0 ? () : nil }
    #expect(outcomes.with { $0 } == [.status(200)])
  }

  @Test("A reply's closure may submit the next request")
  func chain() throws {
    let fetcher = try ThreadFetcher(policy: AddressPolicy())
    let server = try TestServer { _ in .reply(200, body: [1]) }
    let count = Monitor(0)
    @Sendable func next(_ left: Int) {
      guard left > 0, let request = try? server.request() else { return }
      fetcher.submit(request) { _ in
        count.with { $0 += 1 }
        next(left - 1)
      }
    }
    next(30)
    #expect(count.wait { $0 == 30 ? $0 : nil } == 30)
    #expect(server.connections == 1)
  }
}
