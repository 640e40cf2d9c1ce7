import Net
import System
import TestSupport
import Testing

@Suite struct WebRedirectTests {
  /// A server whose `/3` leads to `/2`, and so on. `/0` is a file.
  private func chain() throws -> TestServer {
    try TestServer { request in
      guard let left = Int(request.target.dropFirst()), left > 0 else {
        return .reply(200, body: Array("end".utf8))
      }
      return .reply([301, 302, 303, 307, 308][left % 5], [("Location", "\(left - 1)")], body: [1, 2, 3])
    }
  }

  @Test("Five redirects are followed, one after the other")
  func five() throws {
    let server = try chain()
    let reply = try testClient(set: { $0.perHost = 1 }).get(try server.get("/5"))
    #expect(reply.outcome == .status(200))
    #expect(try reply.whole() == Array("end".utf8))
    #expect(server.requests.map(\.target) == ["/5", "/4", "/3", "/2", "/1", "/0"])
  }

  @Test("The sixth redirect is not followed")
  func six() throws {
    let server = try chain()
    let reply = try testClient().get(try server.get("/6"))
    #expect(reply.outcome == .trouble(.manyRedirects))
    #expect(reply.detail == "it is the redirect after 5 others")
    #expect(reply.body == nil)
    #expect(server.requests.map(\.target) == ["/6", "/5", "/4", "/3", "/2", "/1"])
  }

  @Test("A redirect without a place, and replies that are none, are replies", arguments: [300, 301, 304])
  func noPlace(_ status: Int) throws {
    let server = try TestServer { _ in .reply(status, status == 301 ? [] : [("Location", "/other")]) }
    #expect(try testClient().get(try server.get()).outcome == .status(status))
    #expect(server.requests.count == 1)
  }

  @Test(
    "A redirect to anything but a web page of its own kind is not followed",
    arguments: ["file:///etc/hostname", "ftp://127.0.0.1/", "s3://bucket/key", "//", "http://a b/"])
  func places(_ place: String) throws {
    let server = try TestServer { _ in .reply(302, [("Location", place)]) }
    let reply = try testClient().get(try server.get())
    #expect(reply.outcome == .trouble(.redirect))
    #expect(server.requests.count == 1)
  }

  @Test("A redirect from https to http is not followed")
  func downgrade() throws {
    let plain = try TestServer { _ in .reply(200) }
    let answer = "HTTP/1.1 302 Found\r\nLocation: \(plain.url())\r\nContent-Length: 0\r\n\r\n"
    let server = try TLSServer(name: "pictures.example", answer: answer)
    let client = try testClient(set: { $0.certificates = server.certificate })
    let request = WebRequest(try WebAddress("https://127.0.0.1:\(server.port)/file"), most: 10)
    let reply = client.get(request)
    #expect(reply.outcome == .trouble(.redirect))
    #expect(reply.detail == "it leads from https to http, or to another scheme")
    #expect(plain.connections == 0)
  }

  @Test("A redirect to a refused address, or to a name that leads there, makes no request")
  func refused() throws {
    let place = try #require(NetworkAddress(dotted: "127.0.0.2"))
    for host in ["127.0.0.2", "0x7f.0.0.2", "inner.test"] {
      let server = try TestServer { request in
        .reply(
          302, [("Location", "http://\(host):\(request.header("host")?.split(separator: ":").last ?? "")/")])
      }
      let client = try testClient(
        allowed: ["127.0.0.1/32"].compactMap { AddressRange($0) }, lookup: { _ in .success([place]) })
      let reply = client.get(try server.get())
      #expect(reply.outcome == .trouble(.refusedAddress))
      #expect(server.connections == 1)
    }
  }

  @Test("The operator did not choose the target of a redirect")
  func trust() throws {
    let server = try TestServer { _ in .reply(302, [("Location", "/other")]) }
    var request = try server.get()
    request.trust = .operator
    #expect(try testClient(allowed: []).get(request).outcome == .trouble(.refusedAddress))
    #expect(server.requests.map(\.target) == ["/"])
  }

  @Test("Range and conditions stay on the way; secrets stay at their origin, and don't come back")
  func secrets() throws {
    let file = randomBytes(100)
    let away = Monitor("")
    let home = try TestServer { request in
      switch request.target {
      case "/": .reply(307, [("Location", "/own")])
      case "/own": .reply(307, [("Location", away.with { $0 })])
      default: .file(file, to: request)
      }
    }
    let back = home.url("/back")
    let other = try TestServer { _ in .reply(307, [("Location", back)]) }
    away.with { $0 = other.url("/away") }
    var request = try home.get("/", range: 10..<20)
    request.headers.append("Authorization", "secret")
    request.headers.append("X-Amz-Security-Token", "secret")
    request.headers.append("If-Match", "\"1\"")
    let reply = try testClient().get(request)
    #expect(reply.outcome == .status(206))
    #expect(try reply.whole() == Array(file[10..<20]))
    #expect(home.requests.map(\.target) == ["/", "/own", "/back"])
    #expect(home.requests.map { $0.header("authorization") } == ["secret", "secret", nil])
    #expect(home.requests.map { $0.header("x-amz-security-token") } == ["secret", "secret", nil])
    let all = home.requests + other.requests
    #expect(all.map { $0.header("if-match") } == Array(repeating: "\"1\"", count: 4))
    #expect(all.map { $0.header("range") } == Array(repeating: "bytes=10-19", count: 4))
    #expect(other.requests.allSatisfy { !$0.headers.contains { $0.value == "secret" } })
  }

  @Test("A try behind a redirect begins where the redirect led, and counts on")
  func tries() throws {
    let last = try TestServer { $0.number < 2 ? .reply(502) : .reply(200) }
    let place = last.url("/last")
    let first = try TestServer { $0.number < 2 ? .reply(500) : .reply(302, [("Location", place)]) }
    let reply = try testClient().get(try first.get())
    #expect(reply.outcome == .status(200))
    #expect(first.requests.count == 3)
    #expect(last.requests.count == 3)
  }

  @Test("All redirects of a request share its tries")
  func sharedTries() throws {
    let last = try TestServer { _ in .reply(502) }
    let place = last.url()
    let first = try TestServer { $0.number < 2 ? .reply(500) : .reply(302, [("Location", place)]) }
    let reply = try testClient().get(try first.get())
    #expect(reply.outcome == .status(502))
    #expect(first.requests.count == 3)
    #expect(last.requests.count == 3)
  }
}
