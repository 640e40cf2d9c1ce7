import Net
import Synchronization
import System
import TestSupport
import Testing

/// Requests whose URLs are checked on the way.
@Suite struct CheckedRequestTests {
  private struct Refusal: Error, Equatable {
    let target: String
  }

  /// A server whose `/3` leads to `/2`, and so on. `/0` is a file.
  private func chain() throws -> TestServer {
    try TestServer { request in
      guard let left = Int(request.target.dropFirst()), left > 0 else {
        return .reply(200, body: Array("end".utf8))
      }
      return .reply(302, [("Location", "\(left - 1)")])
    }
  }

  /// Waits for the reply to a request. `check` gives the refusal of a URL.
  private func reply(
    to request: WebRequest, by client: WebClient, _ check: @escaping @Sendable (WebAddress) -> Refusal?
  ) -> Result<WebReply, Refusal> {
    let reply = Monitor<Result<WebReply, Refusal>?>(nil)
    client.get(request, checking: { address, then in then(check(address)) }) { new in
      reply.with { $0 = new }
    }
    return reply.wait { $0 }
  }

  @Test("Each URL is checked before its request")
  func each() throws {
    let server = try chain()
    let targets = Mutex<[String]>([])
    let request = try server.get("/2", range: 0..<2)
    let reply = try reply(to: request, by: testClient()) { address in
      targets.withLock { targets in
        #expect(server.requests.count == targets.count)
        targets.append(address.target)
      }
      return nil
    }.get()
    let checked = targets.withLock { $0 }
    #expect(reply.outcome == .status(200))
    #expect(try reply.whole() == Array("end".utf8))
    #expect(checked == ["/2", "/1", "/0"])
    #expect(server.requests.map(\.target) == checked)
    #expect(server.requests.allSatisfy { $0.header("range") == "bytes=0-1" })
  }

  @Test("A URL that is refused gets no request", arguments: [2, 1, 0])
  func refused(_ number: Int) throws {
    let server = try chain()
    let client = try testClient()
    let request = try server.get("/2")
    let reply = reply(to: request, by: client) { address in
      address.target == "/\(number)" ? Refusal(target: address.target) : nil
    }
    #expect(throws: Refusal(target: "/\(number)")) { _ = try reply.get() }
    #expect(server.requests.map(\.target) == (number..<2).map { "/\($0 + 1)" }.reversed())
  }

  @Test("The sixth redirect isn't followed")
  func six() throws {
    let server = try chain()
    let reply = try reply(to: server.get("/6"), by: testClient()) { _ in nil }.get()
    #expect(reply.trouble == .manyRedirects)
    #expect(reply.detail == "it is the redirect after 5 others")
    #expect(server.requests.count == 6)
  }

  @Test("Another origin sees only range and conditions")
  func otherOrigin() throws {
    let other = try TestServer { _ in .reply(200) }
    let place = other.url("/")
    let server = try TestServer { _ in .reply(301, [("Location", place)]) }
    var request = try server.get("/", range: 0..<2)
    request.headers.append("If-Match", "\"1\"")
    request.headers.append("Authorization", "secret")
    _ = try reply(to: request, by: testClient()) { _ in nil }
    #expect(server.requests.map { $0.header("authorization") } == ["secret"])
    #expect(other.requests.map { $0.header("authorization") } == [nil])
    #expect(other.requests.map { $0.header("if-match") } == ["\"1\""])
    #expect(other.requests.map { $0.header("range") } == ["bytes=0-1"])
  }
}
