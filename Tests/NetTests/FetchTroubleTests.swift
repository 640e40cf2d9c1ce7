import Net
import System
import TestSupport
import Testing

@Suite struct FetchTroubleTests {
  private let fetcher: ThreadFetcher
  private let bytes = randomBytes(5000)

  init() throws { fetcher = try ThreadFetcher(policy: AddressPolicy()) }

  /// The trouble of a request that a server answers so.
  private func trouble(
    most: Int = 1 << 20, _ change: (inout FetchRequest) -> Void = { _ in },
    answer: @escaping @Sendable (TestServer.Request) -> TestServer.Answer
  ) async throws -> FetchTrouble? {
    let server = try TestServer(answer)
    var request = try server.request(most: most)
    change(&request)
    return await fetcher.reply(to: request).trouble
  }

  @Test("A body that ends before its length is short")
  func shortBody() async throws {
    let bytes = bytes
    #expect(try await trouble { _ in .reply(200, body: bytes, declared: 6000).then(.close) } == .shortBody)
    #expect(
      try await trouble { _ in
        let text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"
        return .init([.send(Array(text.utf8)), .close])
      } == .shortBody)
  }

  @Test("A connection that is reset or closed too early")
  func resets() async throws {
    let bytes = bytes
    #expect(try await trouble { _ in .init([.reset]) } == .reset)
    #expect(try await trouble { _ in .init([.close]) } == .reset)
    // The pause lets the client read what came before the reset.
    #expect(
      try await trouble { _ in .reply(200, body: bytes).cut(after: 3000, then: .sleep(0.2)).then(.reset) }
        == .reset)
  }

  @Test(
    "A server that sends no more stalls: before its header, in it, and in the body", arguments: [0, 20, 200])
  func stalls(_ count: Int) async throws {
    let bytes = bytes
    let found = try await trouble {
      $0.stallLimit = 1
    } answer: { _ in
      .reply(200, body: bytes).cut(after: count, then: .waitForClient)
    }
    #expect(found == .stall)
  }

  @Test("A body that comes slowly doesn't stall")
  func slow() async throws {
    let piece: [TestServer.Answer.Step] = [.sleep(0.5), .send([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])]
    let server = try TestServer { _ in
      .init(TestServer.Answer.reply(200, declared: 60).steps + (0..<6).flatMap { _ in piece })
    }
    var request = try server.request()
    request.stallLimit = 2
    let start = MonotonicClock.now()
    #expect(await fetcher.reply(to: request).outcome == .status(200))
    #expect(MonotonicClock.now() - start >= 3_000_000_000)
  }

  @Test("A request that takes too long")
  func timeLimit() async throws {
    let bytes = bytes
    let found = try await trouble {
      $0.timeLimit = 0.5
    } answer: { _ in
      .reply(200, body: bytes).slowly(100, every: 0.1)
    }
    #expect(found == .timeLimit)
  }

  @Test("A port where nobody listens")
  func noConnection() async throws {
    let port = try TestServer { _ in .reply(200) }.port
    let request = try FetchRequest(WebAddress("http://127.0.0.1:\(port)/"), trust: .operator, most: 10)
    let reply = await fetcher.reply(to: request)
    #expect(reply.trouble == .noConnection)
    #expect(reply.detail.contains("127.0.0.1"))
  }

  @Test("A body larger than the limit is refused: by its length, and while it is read")
  func largeBody() async throws {
    let bytes = bytes
    #expect(try await trouble(most: 5000) { _ in .reply(200, body: bytes) } == nil)
    #expect(try await trouble(most: 4999) { _ in .reply(200, body: bytes) } == .largeBody)
    #expect(try await trouble(most: 0) { _ in .reply(200, body: [1]) } == .largeBody)
    #expect(try await trouble(most: 0) { _ in .reply(200) } == nil)
    let endless = Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + bytes
    #expect(try await trouble(most: 4999) { _ in .init([.send(endless), .close]) } == .largeBody)
    #expect(try await trouble(most: 5000) { _ in .init([.send(endless), .close]) } == nil)
  }

  @Test("A body that is too large is never read beyond the limit, and not at all if its length is known")
  func nothingBeyond() async throws {
    let whole = TestServer.Answer.reply(200, body: bytes)
    let endless = TestServer.Answer([.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + bytes), .close])
    let server = try TestServer { $0.target == "/whole" ? whole : endless }
    let first = try server.request("/whole", most: 100)
    #expect(await fetcher.reply(to: first).bytes == 0)
    let second = try server.request("/endless", most: 100)
    let reply = await fetcher.reply(to: second)
    #expect(reply.trouble == .largeBody)
    #expect(reply.detail == "")
    #expect(reply.bytes <= 100)
    #expect(try second.target.bytes(1000).count == 100)
  }

  @Test("A target that can't be written")
  func target() async throws {
    let bytes = bytes
    let server = try TestServer { _ in .reply(200, body: bytes) }
    let request = try server.request(most: 10_000)
    try request.target.seal(0)
    let reply = await fetcher.reply(to: request)
    #expect(reply.trouble == .target)
    #expect(reply.detail == "Operation not permitted")
  }

  @Test("A header that is too long: known fields, other fields, one line, and one without an end")
  func largeHeader() async throws {
    let kilobyte = String(repeating: "a", count: 1000)
    let few = (0..<15).map { ("X-Amz-Meta-\($0)", kilobyte) }
    #expect(try await trouble { _ in .reply(200, few) } == nil)
    #expect(try await trouble { _ in .reply(200, few + few) } == .largeHeader)
    let others = (0..<125).map { ("X-Other-\($0)", kilobyte) }
    #expect(try await trouble { _ in .reply(200, others) } == nil)
    #expect(try await trouble { _ in .reply(200, others + others) } == .largeHeader)
    let long = String(repeating: "b", count: 150_000)
    #expect(try await trouble { _ in .reply(200, [("X-Other", long)]) } == .largeHeader)
    #expect(try await trouble { _ in .reply(200, [("ETag", long)]) } == .largeHeader)
    #expect(
      try await trouble { _ in
        .init(
          [.send(Array("HTTP/1.1 200 OK\r\n".utf8))]
            + (0..<200).map { _ in .send(Array("A: \(kilobyte)\r\n".utf8)) })
      } == .largeHeader)
  }

  @Test(
    "Bytes that are no reply of HTTP",
    arguments: ["hello\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "ICY 200 OK\r\n\r\n"])
  func badReply(_ text: String) async throws {
    #expect(try await trouble { _ in .init([.send(Array(text.utf8)), .close]) } == .badReply)
  }

  @Test(
    "A range that wasn't asked for",
    arguments: [
      "bytes 0-9/100", "bytes 10-18/100", "bytes 10-20/100", "bytes 11-19/100", "bytes */100",
      "pages 10-19/100", "",
      "bytes 10-19/15",
    ])
  func wrongRange(_ content: String) async throws {
    let found = try await trouble {
      $0.range = 10..<20
    } answer: { _ in
      .reply(206, content.isEmpty ? [] : [("Content-Range", content)], body: randomBytes(10))
    }
    #expect(found == .wrongLength)
  }

  @Test("A range whose body has another length")
  func wrongLength() async throws {
    for count in [9, 11] {
      let found = try await trouble {
        $0.range = 10..<20
      } answer: { _ in
        .reply(206, [("Content-Range", "bytes 10-19/100")], body: randomBytes(count))
      }
      #expect(found == .wrongLength)
    }
    #expect(
      try await trouble { _ in .reply(206, [("Content-Range", "bytes 0-0/1")], body: [1]) } == .wrongLength)
  }

  @Test("A whole file with the tag that was asked for, and another size than this version has")
  func wrongSize() async throws {
    for (count, most, tag, expected) in [
      (9, 10, "\"1\"", FetchTrouble?.some(.wrongLength)), (11, 10, "\"1\"", .wrongLength),
      (10, 10, "\"1\"", nil),
      (9, 10, "\"2\"", nil), (11, 10, "\"2\"", .largeBody),
    ] {
      let server = try TestServer { _ in .reply(200, [("ETag", tag)], body: randomBytes(count)) }
      var request = try server.request(most: most)
      request.headers.append("If-Match", "\"1\"")
      request.size = 10
      let reply = await (try ThreadFetcher(policy: AddressPolicy())).reply(to: request)
      #expect(reply.outcome == expected.map { .trouble($0) } ?? .status(200), "\(count) \(tag)")
    }
  }

  @Test("A server that doesn't speak TLS, and one that resets the connection in the handshake")
  func tls() async throws {
    let cases: [(TestServer.Answer, FetchTrouble)] = [
      (.reply(400), .tls), (.init([.sleep(0.2), .reset]), .reset),
    ]
    for (greeting, trouble) in cases {
      let server = try TestServer(greeting: greeting) { _ in .reply(400) }
      let request = try FetchRequest(
        WebAddress("https://127.0.0.1:\(server.port)/"), trust: .operator, most: 10)
      #expect(await fetcher.reply(to: request).trouble == trouble)
    }
  }

  @Test("A name without addresses isn't looked up")
  func noAddresses() async throws {
    let server = try TestServer { _ in .reply(200) }
    let request = try FetchRequest(
      WebAddress("http://localhost:\(server.port)/"), trust: .operator, most: 10)
    #expect(await fetcher.reply(to: request).trouble == .unknownName)
    #expect(server.connections == 0)
  }

  @Test("A bucket's URL and a range without bytes are no requests of HTTP, and aren't sent")
  func noRequest() async throws {
    let bucket = try FetchRequest(WebAddress("s3://bucket/key"), trust: .operator, most: 10)
    #expect(await fetcher.reply(to: bucket).trouble == .failed)
    for range in [0..<0, 5..<5, -1..<5] {
      #expect(
        try await trouble {
          $0.range = range
        } answer: { _ in
          .reply(200)
        } == .failed)
    }
  }
}
