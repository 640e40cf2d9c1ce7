import Glibc
import Net
import System
import TestSupport
import Testing

@Suite struct WebMethodTests {
  @Test(
    "A put and a post send their bytes and the number of bytes", arguments: [WebRequest.Method.put, .post])
  func bodies(_ method: WebRequest.Method) throws {
    let server = try TestServer {
      .reply(200, [("ETag", "\"7\"")], body: Array("kept \($0.body.count)".utf8))
    }
    // From 1 MiB on, libcurl would ask first whether the server wants the body.
    for count in [0, 1, 3_000_000] {
      let bytes = randomBytes(count)
      let reply = try testClient().get(try server.get("/a?b=c").with(method, bytes))
      #expect(reply.outcome == .status(200))
      #expect(reply.headers["etag"] == "\"7\"")
      #expect(try reply.whole() == Array("kept \(count)".utf8))
      let sent = try #require(server.requests.last)
      #expect(sent.method == method.rawValue)
      #expect(sent.target == "/a?b=c")
      #expect(sent.header("content-length") == "\(count)")
      #expect(sent.header("expect") == nil && sent.header("transfer-encoding") == nil)
      #expect(sent.body == bytes)
    }
  }

  @Test("Only a part of a file is sent, and its place in the file stays")
  func part() throws {
    let server = try TestServer { _ in .reply(200) }
    let bytes = randomBytes(100_000)
    let file = SharedDescriptor(try MemoryFile(bytes).duplicate())
    let place = lseek(file.number, 0, SEEK_CUR)
    var request = try server.get().with(.put)
    request.body = WebBody(file, offset: 1000, bytes: 70_000)
    #expect(try testClient().get(request).outcome == .status(200))
    #expect(server.requests.first?.body == Array(bytes[1000..<71_000]))
    #expect(lseek(file.number, 0, SEEK_CUR) == place)
  }

  @Test("A put and a post without bytes say that there are none", arguments: [WebRequest.Method.put, .post])
  func noBody(_ method: WebRequest.Method) throws {
    let server = try TestServer { _ in .reply(200) }
    #expect(try testClient().get(try server.get().with(method)).outcome == .status(200))
    let fields = server.requests.first?.headers.map { "\($0.name): \($0.value)" }.sorted()
    #expect(
      fields == [
        "accept-encoding: identity", "accept: */*", "content-length: 0", "host: 127.0.0.1:\(server.port)",
        "user-agent: test/1",
      ])
  }

  @Test("A delete sends no body, and gets one")
  func delete() throws {
    let server = try TestServer { _ in .reply(202, body: [1, 2, 3]) }
    let reply = try testClient().get(try server.get("/key").with(.delete))
    #expect(reply.outcome == .status(202))
    #expect(try reply.whole() == [1, 2, 3])
    #expect(server.requests.map(\.method) == ["DELETE"])
    #expect(server.requests.first?.header("content-length") == nil)
  }

  @Test("A head has the fields of the file and no bytes, however large the file is")
  func head() throws {
    let server = try TestServer { .file(randomBytes(5000), to: $0) }
    let client = try testClient()
    for most in [0, 100, 1 << 20] {
      let reply = client.get(try server.get(most: most).with(.head))
      #expect(reply.outcome == .status(200))
      #expect(reply.headers["content-length"] == "5000")
      #expect(reply.bytes == 0)
      #expect(try reply.whole() == [])
    }
    #expect(server.requests.map(\.method) == ["HEAD", "HEAD", "HEAD"])
    #expect(server.connections == 1)
  }

  @Test("A reply to a put may have as many bytes as the request allows")
  func largeReply() throws {
    let server = try TestServer { _ in .reply(200, body: [1, 2, 3]) }
    let request = try server.get(most: 3).with(.put, [9])
    #expect(try testClient().get(request).outcome == .status(200))
    let small = try server.get(most: 2).with(.put, [9])
    #expect(try testClient().get(small).outcome == .trouble(.largeBody))
  }

  @Test("Each try sends the whole body again, also after a connection that broke", arguments: [false, true])
  func tries(_ breaks: Bool) throws {
    let server = try TestServer { request in
      if request.number == 2 { return .reply(200) }
      return breaks ? .init([.reset]) : .reply(503, [("Retry-After", "0")])
    }
    let bytes = randomBytes(200_000)
    #expect(try testClient().get(try server.get().with(.post, bytes)).outcome == .status(200))
    #expect(server.requests.map(\.method) == ["POST", "POST", "POST"])
    #expect(server.requests.allSatisfy { $0.body == bytes })
  }

  @Test("A body goes out again if the server had closed the connection from which the last reply came")
  func closedConnection() throws {
    let server = try TestServer { _ in .reply(200).then(.close) }
    let client = try testClient()
    let bytes = randomBytes(100_000)
    for _ in 0..<20 { #expect(client.get(try server.get().with(.put, bytes)).outcome == .status(200)) }
    #expect(server.requests.allSatisfy { $0.body == bytes })
  }

  @Test("A file that ends before its body does makes a failed request")
  func shortFile() throws {
    let server = try TestServer { _ in .reply(200) }
    let file = SharedDescriptor(try MemoryFile(randomBytes(100)).duplicate())
    var request = try server.get().with(.put)
    request.body = WebBody(file, bytes: 101)
    let reply = try testClient().get(request)
    #expect(reply.outcome == .trouble(.failed))
    #expect(reply.detail == SystemError(EIO).message)
    #expect(server.requests.count == 0)
  }

  @Test("A request that can't have a range or a body isn't sent")
  func misfits() throws {
    let server = try TestServer { _ in .reply(200) }
    let client = try testClient()
    for method in WebRequest.Method.allCases where method != .get {
      #expect(client.get(try server.get(range: 0..<5).with(method)).outcome == .trouble(.failed))
    }
    for method in [WebRequest.Method.get, .head, .delete] {
      #expect(client.get(try server.get().with(method, [1])).outcome == .trouble(.failed))
    }
    #expect(server.connections == 0)
  }

  @Test("A head follows a redirect, a request that changes the server doesn't")
  func redirects() throws {
    let server = try TestServer { request in
      request.target == "/" ? .reply(307, [("Location", "/new")]) : .reply(204)
    }
    let client = try testClient()
    for method in [WebRequest.Method.put, .post, .delete] {
      let reply = client.get(try server.get().with(method))
      #expect(reply.outcome == .status(307))
      #expect(reply.headers["location"] == "/new")
    }
    #expect(client.get(try server.get().with(.head)).outcome == .status(204))
    #expect(server.requests.map(\.method) == ["PUT", "POST", "DELETE", "HEAD", "HEAD"])
    var stay = try server.get()
    stay.followsRedirects = false
    #expect(client.get(stay).outcome == .status(307))
  }

  @Test("A reply can have other words")
  func words() throws {
    let server = try TestServer { _ in .reply(403, [("ETag", "1")], body: [1, 2]) }
    let reply = try testClient().get(try server.get()).with(detail: "AccessDenied")
    #expect(reply.detail == "AccessDenied")
    #expect(reply.outcome == .status(403))
    #expect(reply.headers["etag"] == "1")
    #expect(try reply.whole() == [1, 2])
  }
}
