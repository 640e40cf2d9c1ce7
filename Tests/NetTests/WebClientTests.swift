import Glibc
import Net
import Synchronization
import System
import TestSupport
import Testing

@Suite struct WebClientTests {
  @Test("A whole file and a range arrive, and nobody can change them any more", arguments: [nil, 10..<20])
  func bytes(_ range: Range<Int>?) throws {
    let file = randomBytes(100_000)
    let server = try TestServer { .file(file, to: $0) }
    let reply = try testClient().get(try server.get("/a?b", range: range))
    let expected = range.map { Array(file[$0]) } ?? file
    #expect(reply.outcome == .status(range == nil ? 200 : 206))
    #expect(reply.headers["etag"] == "\"1\"")
    #expect(reply.bytes == expected.count)
    #expect(try reply.whole() == expected)
    #expect(server.requests.map(\.target) == ["/a?b"])
    let number = try #require(reply.body?.number)
    #expect(pwrite(number, [1], 1, 0) == -1)
    #expect(ftruncate(number, 1) == -1)
    #expect(try reply.whole() == expected)
  }

  @Test("A request has the program's name and its own headers, and asks for no encoding")
  func headers() throws {
    let server = try TestServer { _ in .reply(304) }
    var request = try server.get()
    request.headers.append("If-None-Match", "\"1\"")
    #expect(try testClient().get(request).outcome == .status(304))
    let fields = server.requests.first?.headers.map { "\($0.name): \($0.value)" }.sorted()
    #expect(
      fields == [
        "accept-encoding: identity", "accept: */*", "host: 127.0.0.1:\(server.port)",
        "if-none-match: \"1\"", "user-agent: test/1",
      ])
  }

  @Test("A server that was busy is asked again, and the new body replaces the old one")
  func busy() throws {
    let server = try TestServer { request in
      request.number == 0
        ? .reply(503, body: Array("too much to do".utf8)) : .reply(200, body: Array("done".utf8))
    }
    let reply = try testClient().get(try server.get())
    #expect(reply.outcome == .status(200))
    #expect(try reply.whole() == Array("done".utf8))
    #expect(server.requests.count == 2)
  }

  @Test("The meter counts requests, retries and the bytes of all replies")
  func meter() throws {
    let server = try TestServer { request in
      switch (request.number, request.target) {
      case (0, _): .reply(503, body: Array("busy".utf8))
      case (_, "/old"): .reply(302, [("Location", "/new")], body: Array("gone".utf8))
      default: .reply(200, body: Array(repeating: 7, count: 1000))
      }
    }
    let meter = NetworkMeter()
    #expect(try testClient(meter: meter).get(try server.get("/old")).outcome == .status(200))
    #expect(server.requests.map(\.target) == ["/old", "/old", "/new"])
    #expect(meter.use == NetworkUse(requests: 3, retries: 1, bytes: 1008))
    #expect(
      try testClient(meter: meter).get(WebRequest(WebAddress("http://none.example/"), most: 9)).outcome
        == .trouble(.unknownName))
    #expect(meter.use.requests == 3)
  }

  @Test("A file that a server doesn't have is asked for once")
  func missing() throws {
    let server = try TestServer { _ in .reply(404, body: [7]) }
    let reply = try testClient().get(try server.get())
    #expect(reply.outcome == .status(404))
    #expect(try reply.whole() == [7])
    #expect(server.requests.count == 1)
  }

  @Test("After five tries the last reply stands")
  func fiveTries() throws {
    let server = try TestServer { .reply(500, body: [UInt8($0.number)]) }
    let reply = try testClient().get(try server.get())
    #expect(reply.outcome == .status(500))
    #expect(try reply.whole() == [4])
    #expect(server.requests.count == 5)
  }

  @Test("Each try has its time")
  func timeout() throws {
    let server = try TestServer { _ in .init([.waitForClient]) }
    let client = try testClient(set: { ($0.timeout, $0.tries) = (0.2, 2) })
    let reply = client.get(try server.get())
    #expect(reply.outcome == .trouble(.timeLimit))
    #expect(reply.body == nil && reply.bytes == 0)
    #expect(server.requests.count == 2)
  }

  @Test("A host that asks for 2 seconds gets no request in them, and others go on")
  func pause() throws {
    let clock = ManualClock()
    let times = Monitor<[Int64]>([])
    let busy = try TestServer { request in
      times.with { $0.append(clock.now) }
      return request.number == 0 ? .reply(429, [("Retry-After", "2")]) : .reply(200)
    }
    let other = try TestServer { _ in .reply(200) }
    let fetcher = try WatchedFetcher()
    let client = try testClient(fetcher: fetcher, clock: { clock.now }, set: { $0.perHost = 1 })
    let replies = Replies()
    for _ in 0..<4 { replies.get(try busy.get(), by: client) }
    fetcher.ended.wait { $0 == 1 ? () : nil }
    for time in [0, 1_000_000_000, 1_999_999_999] as [Int64] {
      clock.set(time)
      for _ in 0..<3 { #expect(client.get(try other.get()).outcome == .status(200)) }
      #expect(times.with { $0 } == [0])
    }
    clock.set(2_000_000_000)
    let ended = replies.wait(for: 4)
    #expect(ended.allSatisfy { $0.outcome == .status(200) })
    #expect(times.with { $0 } == [0] + Array(repeating: 2_000_000_000, count: 4))
    #expect(other.requests.count == 9)
  }

  @Test("A host that always asks for pauses is given up after ten of them, and another one goes on")
  func givenUp() throws {
    // All requests wait in the queue before the first answer. Else the first one could have its second try early.
    let isQueued = Monitor(false)
    let busy = try TestServer { _ in
      isQueued.wait { $0 ? () : nil }
      return .reply(429)
    }
    let other = try TestServer { _ in .reply(200) }
    let told = Mutex<[Int?]>([])
    let client = try testClient(set: {
      ($0.perHost, $0.tries) = (1, 2)
      $0.tell = { pause in told.withLock { $0.append(pause.seconds) } }
    })
    let replies = Replies()
    for _ in 0..<50 { replies.get(try busy.get(), by: client) }
    isQueued.with { $0 = true }
    let ended = replies.wait(for: 50)
    // The queue keeps the first nine for their second try. The tenth has a reply when the host is given up.
    #expect(ended.count { $0.outcome == .status(429) } == 1)
    #expect(ended.count { $0.trouble == .givenUp } == 49)
    #expect(busy.requests.count == 10)
    #expect(told.withLock { $0 } == [nil])
    #expect(client.get(try other.get()).outcome == .status(200))
  }

  @Test("On the system's clock a pause takes its time too")
  func realPause() throws {
    let times = Monitor<[Int64]>([])
    let server = try TestServer { request in
      times.with { $0.append(MonotonicClock.now()) }
      return request.number == 0 ? .reply(503, [("Retry-After", "1")]) : .reply(200)
    }
    #expect(try testClient().get(try server.get()).outcome == .status(200))
    let seen = times.with { $0 }
    try #require(seen.count == 2)
    #expect(seen[1] - seen[0] >= 1_000_000_000)
  }

  @Test("A pause may end at a date")
  func date() throws {
    let clock = ManualClock()
    let server = try TestServer { request in
      request.number == 0 ? .reply(429, [("Retry-After", Self.date(in: 300))]) : .reply(200)
    }
    let other = try TestServer { _ in .reply(200) }
    let fetcher = try WatchedFetcher()
    let client = try testClient(fetcher: fetcher, clock: { clock.now })
    let replies = Replies()
    replies.get(try server.get(), by: client)
    fetcher.ended.wait { $0 == 1 ? () : nil }
    // The date has whole seconds, and some may pass until it is read. A request to another host makes the client look
    // at its clock.
    clock.set(200_000_000_000)
    for _ in 0..<3 { #expect(client.get(try other.get()).outcome == .status(200)) }
    #expect(server.requests.count == 1)
    clock.set(300_000_000_000)
    #expect(client.get(try other.get()).outcome == .status(200))
    #expect(replies.wait(for: 1).map(\.outcome) == [.status(200)])
  }

  /// A date of HTTP, so many seconds from now.
  private static func date(in seconds: Int) -> String {
    var (now, parts) = (time(nil) + seconds, tm())
    gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 40)
    let count = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  @Test("A rate keeps the requests to a host apart, and not those to others")
  func rate() throws {
    let clock = ManualClock()
    let times = Monitor<[Int64]>([])
    let server = try TestServer { _ in
      times.with { $0.append(clock.now) }
      return .reply(200)
    }
    let client = try testClient(clock: { clock.now }, set: { $0.rate = 4 })
    let replies = Replies()
    for _ in 0..<2 { replies.get(try server.get(), by: client) }
    #expect(replies.wait(for: 1).count == 1)
    for _ in 0..<3 {
      let other = try TestServer { _ in .reply(200) }
      #expect(client.get(try other.get()).outcome == .status(200))
    }
    #expect(times.with { $0 } == [0])
    clock.set(250_000_000)
    #expect(replies.wait(for: 2).count == 2)
    #expect(times.with { $0 } == [0, 250_000_000])
  }

  @Test("A name with an address that is refused leads to no request, and is looked up once")
  func refusedName() throws {
    let server = try TestServer { _ in .reply(200) }
    let lookups = Atomic(0)
    let addresses = ["8.8.8.8", "127.0.0.1"].compactMap { NetworkAddress(dotted: $0) }
    let client = try testClient(
      allowed: [],
      lookup: { _ in
        lookups.wrappingAdd(1, ordering: .relaxed)
        return .success(addresses)
      })
    let request = WebRequest(try WebAddress("http://inner.test:\(server.port)/"), most: 10)
    let reply = client.get(request)
    #expect(reply.outcome == .trouble(.refusedAddress))
    #expect(server.connections == 0)
    #expect(lookups.load(ordering: .relaxed) == 1)
  }

  @Test("A name without addresses is looked up once, one without an answer at each try")
  func names() throws {
    let lookups = Monitor<[String]>([])
    let client = try testClient(lookup: { name in
      lookups.with { $0.append(name) }
      return .failure(name == "none.test" ? .unknownName : .unresolvedName)
    })
    let none = client.get(WebRequest(try WebAddress("http://none.test/"), most: 10))
    #expect(none.outcome == .trouble(.unknownName))
    let down = client.get(WebRequest(try WebAddress("http://down.test/"), most: 10))
    #expect(down.outcome == .trouble(.unresolvedName))
    #expect(lookups.with { $0 } == ["none.test"] + Array(repeating: "down.test", count: 5))
  }
}
