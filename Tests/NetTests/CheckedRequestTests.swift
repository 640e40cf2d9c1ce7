import Net
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

  @Test("Each URL is checked before its request")
  func each() throws {
    let server = try chain()
    var checked: [String] = []
    let request = try server.get("/2", range: 0..<2)
    let reply = try testClient().get(
      request,
      checking: { address in
        #expect(server.requests.count == checked.count)
        checked.append(address.target)
      })
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
    #expect(throws: Refusal(target: "/\(number)")) {
      _ = try client.get(
        request,
        checking: { address throws(Refusal) in
          if address.target == "/\(number)" { throw Refusal(target: address.target) }
        })
    }
    #expect(server.requests.map(\.target) == (number..<2).map { "/\($0 + 1)" }.reversed())
  }

  @Test("The sixth redirect isn't followed")
  func six() throws {
    let server = try chain()
    let reply = try testClient().get(try server.get("/6"), checking: { _ in })
    #expect(reply.trouble == .redirect)
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
    _ = try testClient().get(request, checking: { _ in })
    #expect(server.requests.map { $0.header("authorization") } == ["secret"])
    #expect(other.requests.map { $0.header("authorization") } == [nil])
    #expect(other.requests.map { $0.header("if-match") } == ["\"1\""])
    #expect(other.requests.map { $0.header("range") } == ["bytes=0-1"])
  }
}
