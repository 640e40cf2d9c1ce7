import Net
import System
import TestSupport
import Testing

@Suite struct FetchReplyTests {
  private let fetcher: ThreadFetcher

  init() throws { fetcher = try ThreadFetcher(policy: AddressPolicy()) }

  @Test("A whole file arrives in the target, with what its header says")
  func whole() async throws {
    let bytes = randomBytes(300_000)
    let server = try TestServer { .file(bytes, to: $0) }
    let request = try server.request("/a%20b/ä?x=1&y")
    let reply = await fetcher.reply(to: request)
    #expect(reply.outcome == .status(200))
    #expect(reply.detail == "")
    #expect(try reply.body(of: request) == bytes)
    #expect(reply.headers["ETag"] == "\"1\"")
    #expect(reply.headers["content-length"] == "300000")
    #expect(reply.headers["accept-ranges"] == nil)
    #expect(server.requests.map(\.method) == ["GET"])
    #expect(server.requests.map(\.target) == ["/a%20b/%C3%A4?x=1&y"])
  }

  @Test("A range arrives in the target; one over the end is cut")
  func ranges() async throws {
    let bytes = randomBytes(1000)
    let server = try TestServer { .file(bytes, to: $0) }
    for range in [0..<1, 10..<20, 990..<1000, 990..<5000] {
      var request = try server.request()
      request.range = range
      let reply = await fetcher.reply(to: request)
      #expect(reply.outcome == .status(206))
      #expect(try reply.body(of: request) == Array(bytes[range.clamped(to: 0..<1000)]))
    }
    let sent = server.requests.map { $0.header("range") }
    #expect(sent == ["bytes=0-0", "bytes=10-19", "bytes=990-999", "bytes=990-4999"])
  }

  @Test("A server without ranges gives the whole file")
  func noRanges() async throws {
    let bytes = randomBytes(1000)
    let server = try TestServer { _ in .reply(200, body: bytes) }
    var request = try server.request()
    request.range = 0..<100
    let reply = await fetcher.reply(to: request)
    #expect(reply.outcome == .status(200))
    #expect(try reply.body(of: request) == bytes)
  }

  @Test(
    "Other statuses are replies with headers and a body",
    arguments: [(304, ""), (416, ""), (429, "slow"), (503, "down"), (404, "none"), (501, "what")])
  func statuses(_ status: Int, _ text: String) async throws {
    let server = try TestServer { _ in .reply(status, [("Retry-After", "2")], body: Array(text.utf8)) }
    let request = try server.request()
    let reply = await fetcher.reply(to: request)
    #expect(reply.outcome == .status(status))
    #expect(reply.headers["retry-after"] == "2")
    #expect(try reply.body(of: request) == Array(text.utf8))
  }

  @Test("A request has the given headers, and no more than libcurl needs")
  func sentHeaders() async throws {
    let server = try TestServer { _ in .reply(200) }
    var request = try server.request()
    request.headers.append("User-Agent", "test/1")
    request.headers.append("If-Match", "\"a, b\"")
    request.headers.append("X-Empty", "")
    #expect(await fetcher.reply(to: request).outcome == .status(200))
    let sent = try #require(server.requests.first)
    #expect(sent.version == "HTTP/1.1")
    let fields = sent.headers.map { "\($0.name): \($0.value)" }.sorted()
    #expect(
      fields == [
        "accept: */*", "host: 127.0.0.1:\(server.port)", "if-match: \"a, b\"", "user-agent: test/1",
        "x-empty: ",
      ])
  }

  @Test("A header with a line break is never sent", arguments: ["a\r\nB: c", "a\0b", "a\u{7F}"])
  func uncleanHeaders(_ value: String) async throws {
    let server = try TestServer { _ in .reply(200) }
    var request = try server.request()
    request.headers.append("If-Match", value)
    #expect(await fetcher.reply(to: request).outcome == .trouble(.failed))
    #expect(server.connections == 0)
  }

  @Test(
    "A path and a query are sent as they are",
    arguments: [
      "/a/b./.c//d/...", "/a[1]|b'c~!$&()*+,;=:@%zz%2F", "/?a[]={b}|^`\\/../c?d", "/.a", "//", "/a?",
    ])
  func targets(_ target: String) async throws {
    let server = try TestServer { _ in .reply(200) }
    #expect(await fetcher.reply(to: try server.request(target)).outcome == .status(200))
    #expect(server.requests.map(\.target) == [target])
  }

  @Test("A name is reached at one of its given addresses, be it localhost")
  func names() async throws {
    let server = try TestServer { _ in .reply(200) }
    for name in ["localhost", "under_score.example", "xn--bcher-kva.example"] {
      var request = try FetchRequest(WebAddress("http://\(name):\(server.port)/"), trust: .operator, most: 10)
      request.addresses = [0x7F00_0002, 0x7F00_0001].map { NetworkAddress(v4: $0) }
      #expect(await fetcher.reply(to: request).outcome == .status(200))
    }
    #expect(server.requests.map { $0.header("host")?.prefix(4) } == ["loca", "unde", "xn--"])
  }

  @Test("An encoding that nobody asked for is left on the body")
  func encoding() async throws {
    let body = randomBytes(50)
    let server = try TestServer { _ in .reply(200, [("Content-Encoding", "gzip")], body: body) }
    let request = try server.request()
    let reply = await fetcher.reply(to: request)
    #expect(reply.outcome == .status(200))
    #expect(reply.headers["content-encoding"] == "gzip")
    #expect(try reply.body(of: request) == body)
  }

  @Test("Chunks are joined, and fields behind them don't count")
  func chunks() async throws {
    let chunks = "3\r\nabc\r\n2\r\nde\r\n0\r\nETag: \"2\"\r\n\r\n"
    let text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nETag: \"1\"\r\n\r\n" + chunks
    let server = try TestServer { _ in .init([.send(Array(text.utf8))]) }
    let request = try server.request()
    let reply = await fetcher.reply(to: request)
    #expect(reply.outcome == .status(200))
    #expect(try reply.body(of: request) == Array("abcde".utf8))
    #expect(reply.headers.values(of: "etag") == ["\"1\""])
  }

  @Test("The header of an early reply doesn't count")
  func earlyReply() async throws {
    let early = "HTTP/1.1 103 Early Hints\r\nETag: \"0\"\r\n\r\n"
    let server = try TestServer { _ in
      .init([.send(Array(early.utf8))] + TestServer.Answer.reply(200, [("ETag", "\"1\"")]).steps)
    }
    let reply = await fetcher.reply(to: try server.request())
    #expect(reply.outcome == .status(200))
    #expect(reply.headers.values(of: "etag") == ["\"1\""])
  }

  @Test("Fields keep their order, and those of stores are kept")
  func keptHeaders() async throws {
    let fields = [
      ("X-Robots-Tag", "noai"), ("Set-Cookie", "a=b"), ("X-Amz-Version-Id", "3"),
      ("x-robots-tag", "  other: x \t"),
      ("Last-Modified", ""), ("X-Amz", "no"),
    ]
    let server = try TestServer { _ in .reply(200, fields) }
    let headers = await fetcher.reply(to: try server.request()).headers
    #expect(headers.values(of: "X-Robots-Tag") == ["noai", "other: x"])
    #expect(headers["x-amz-version-id"] == "3")
    #expect(headers["last-modified"] == "")
    #expect(headers["set-cookie"] == nil && headers["x-amz"] == nil)
  }

  @Test("A redirect is a reply, and isn't followed", arguments: [301, 302, 303, 307, 308])
  func redirects(_ status: Int) async throws {
    let server = try TestServer { _ in .reply(status, [("Location", "/elsewhere")]) }
    let reply = await fetcher.reply(to: try server.request())
    #expect(reply.outcome == .status(status))
    #expect(reply.headers["location"] == "/elsewhere")
    #expect(server.requests.count == 1)
  }
}
