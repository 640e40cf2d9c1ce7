import Net
import Remote
import Synchronization
import System
import TestSupport
import Testing

@Suite struct ObjectStoreTests {
  @Test("A range of an object comes, signed and under the caller's conditions")
  func range() throws {
    let server = try TestServer { .file(Array(0..<100), etag: "\"7\"", to: $0) }
    let reply = try ObjectStore(server).reply("a/b.jpg") {
      $0.range = 10..<20
      $0.headers.append("If-Match", "\"7\"")
    }
    #expect(reply.outcome == .status(206))
    #expect(try reply.body?.bytes(100) == Array(10..<20))
    #expect(reply.detail == "")
    let request = try #require(server.requests.first)
    #expect(request.method == "GET")
    #expect(request.target == "/photos/a/b.jpg")
    #expect(request.header("if-match") == "\"7\"")
    #expect(request.header("x-amz-date") == "20130524T000000Z")
    #expect(request.signer.map { [$0.access, $0.region] } == ["AK", "us-east-1"])
  }

  @Test(
    "A key reaches the server as it is, and the signature is of the path that was sent",
    arguments: [
      ("../a/./b/..", "/photos/../a/./b/.."), ("/a//b/", "/photos//a//b/"),
      ("%2e%2E/x", "/photos/%252e%252E/x"),
      ("é +?#&'\"", "/photos/%C3%A9%20%2B%3F%23%26%27%22"), (".", "/photos/."),
      ("a*(b)~", "/photos/a%2A%28b%29~"),
    ])
  func keys(_ key: String, _ target: String) throws {
    let server = try TestServer { _ in .reply(200) }
    #expect(try ObjectStore(server).reply(key).outcome == .status(200))
    let request = try #require(server.requests.first)
    #expect(request.target == target)
    let signature = RequestSignature(method: "GET", host: "127.0.0.1:\(server.port)", path: request.target)
    let fields = signature.fields(
      keys: StoreKeys(access: "AK", secret: Secret("hidden")), region: "us-east-1", time: 1_369_353_600)
    #expect(request.header("host") == "127.0.0.1:\(server.port)")
    #expect(request.header("authorization") == fields["authorization"])
  }

  @Test("Each try has a signature of its own time")
  func tries() throws {
    let clock = ManualClock()
    let server = try TestServer { request in
      clock.add(60)
      return request.number == 0 ? .error(500, "InternalError") : .reply(200)
    }
    #expect(try ObjectStore(server, clock: clock).reply("k").outcome == .status(200))
    #expect(server.requests.map { $0.header("x-amz-date") } == ["20130524T000000Z", "20130524T000100Z"])
    #expect(Set(server.requests.map { $0.header("authorization") }).count == 2)
  }

  @Test("A version of an object stands in the query, which the signature covers")
  func version() throws {
    let server = try TestServer { _ in .reply(200) }
    #expect(try ObjectStore(server).reply("k") { $0.objectVersion = "1 +/=" }.outcome == .status(200))
    let request = try #require(server.requests.first)
    #expect(request.target == "/photos/k?versionId=1%20%2B%2F%3D")
    let signature = RequestSignature(
      method: "GET", host: "127.0.0.1:\(server.port)", path: "/photos/k",
      query: StoreQuery([.init("versionId", "1 +/=")]))
    let fields = signature.fields(
      keys: StoreKeys(access: "AK", secret: Secret("hidden")), region: "us-east-1", time: 1_369_353_600)
    #expect(request.header("authorization") == fields["authorization"])
  }

  @Test(
    "A version that the store refuses is left out, and so are all others of the bucket if that helps",
    arguments: [
      (400, "InvalidArgument"), (403, "AccessDenied"), (501, "NotImplemented"),
    ])
  func refusedVersion(_ status: Int, _ code: String) throws {
    let server = try TestServer { request in
      request.target.contains("versionId") ? .error(status, code) : .file([1], to: request)
    }
    let client = try testClient()
    client.setRoom(1)
    let store = try ObjectStore(server, client: client)
    for key in ["a", "b"] {
      let reply = try store.reply(key) {
        ($0.objectVersion, $0.countedBytes) = ("7", 1)
        $0.headers.append("If-Match", "\"1\"")
      }
      #expect(reply.outcome == .status(200))
      client.free(1)
    }
    #expect(server.requests.map(\.target) == ["/photos/a?versionId=7", "/photos/a", "/photos/b"])
    #expect(server.requests.allSatisfy { $0.header("if-match") == "\"1\"" })
  }

  @Test("A version that is gone is left out, and other versions are asked for")
  func goneVersion() throws {
    let server = try TestServer { request in
      request.target.contains("a?versionId") ? .error(404, "NoSuchVersion") : .file([1], to: request)
    }
    let store = try ObjectStore(server)
    for key in ["a", "b"] { _ = try store.reply(key) { $0.objectVersion = "7" } }
    #expect(server.requests.map(\.target) == ["/photos/a?versionId=7", "/photos/a", "/photos/b?versionId=7"])
  }

  @Test("A refusal that has nothing to do with the version stays one, and versions are asked for again")
  func refusedObject() throws {
    let server = try TestServer { _ in .error(403, "AccessDenied") }
    let store = try ObjectStore(server)
    for _ in 0..<2 {
      #expect(try store.reply("k") { $0.objectVersion = "7" }.detail.contains("denies access"))
    }
    let targets = ["/photos/k?versionId=7", "/photos/k"]
    #expect(server.requests.map(\.target) == targets + targets)
  }

  @Test("Without keys a request has no signature, and a denial says where keys were looked for")
  func anonymous() throws {
    let server = try TestServer { $0.target == "/photos/open" ? .reply(200) : .error(403, "AccessDenied") }
    let store = try ObjectStore(server, keys: nil)
    #expect(try store.reply("open").outcome == .status(200))
    let denied = try store.reply("closed")
    #expect(denied.outcome == .status(403))
    #expect(denied.detail == "no keys were found for its bucket")
    #expect(
      server.requests.allSatisfy { $0.header("authorization") == nil && $0.header("x-amz-date") == nil })
  }

  @Test(
    "A bucket in another region is asked again there, and the region is kept",
    arguments: [
      TestServer.Answer.error(400, "AuthorizationHeaderMalformed", region: "eu-west-1"),
      .error(301, "PermanentRedirect", region: "eu-west-1"),
      .reply(301, [("x-amz-bucket-region", "eu-west-1"), ("Location", "http://127.0.0.1:1/")]),
      .reply(307, [("X-Amz-Bucket-Region", "eu-west-1")]),
      .reply(403, [("x-amz-bucket-region", "eu-west-1")]),
      .error(400, "IllegalLocationConstraintException", region: "eu-west-1"),
    ])
  func otherRegion(_ answer: TestServer.Answer) throws {
    let server = try TestServer { $0.signer?.region == "eu-west-1" ? .text("here") : answer }
    let news = Mutex<[StoreNews]>([])
    let store = try ObjectStore(server) { new in news.withLock { $0.append(new) } }
    for key in ["a", "b"] {
      let reply = try store.reply(key)
      #expect(reply.outcome == .status(200))
      #expect(try reply.body?.bytes(9) == Array("here".utf8))
    }
    #expect(server.requests.map { $0.signer?.region } == ["us-east-1", "eu-west-1", "eu-west-1"])
    #expect(news.withLock { $0 } == [.region(bucket: "photos", region: "eu-west-1")])
  }

  @Test(
    "A region is followed once, and only to a name of a region",
    arguments: [("r-1", 2), ("evil.example/", 1), ("us-east-1", 1)])
  func oddRegions(_ region: String, _ count: Int) throws {
    let server = try TestServer { .error(301, "PermanentRedirect", region: $0.number == 0 ? region : "r-2") }
    let reply = try ObjectStore(server).reply("k")
    #expect(reply.outcome == .status(301))
    #expect(reply.detail == "the bucket is in another region: set AWS_REGION to that region")
    #expect(server.requests.count == count)
  }

  @Test("A request that is asked again frees the room of its first reply")
  func room() throws {
    let server = try TestServer { request in
      request.signer?.region == "r-1" ? .reply(200) : .error(301, "PermanentRedirect", region: "r-1")
    }
    let client = try testClient()
    client.setRoom(10)
    let store = try ObjectStore(server, client: client)
    #expect(try store.reply("k") { $0.countedBytes = 10 }.outcome == .status(200))
    client.free(10)
    #expect(try store.reply("l") { $0.countedBytes = 10 }.outcome == .status(200))
  }

  @Test(
    "Known errors have words of Upright's own, and some concern the whole bucket",
    arguments: [
      (404, "NoSuchBucket", "there is no such bucket", true), (404, "NoSuchKey", "no such object", false),
      (403, "AccessDenied", "denies access", false), (403, "InvalidAccessKeyId", "AWS_ACCESS_KEY_ID", true),
      (403, "SignatureDoesNotMatch", "another signature", true), (400, "ExpiredToken", "has ended", true),
      (400, "InvalidToken", "session token", true), (403, "RequestTimeTooSkewed", "clock", true),
      (503, "SlowDown", "fewer requests", false), (301, "PermanentRedirect", "AWS_REGION", true),
      (403, "InvalidObjectState", "archived", false), (403, "AllAccessDisabled", "turned off", true),
      (405, "MethodNotAllowed", "no such request", false), (400, "Unknown", "", false), (412, "", "", false),
    ])
  func words(_ status: Int, _ code: String, _ words: String, _ concernsAll: Bool) throws {
    let server = try TestServer { _ in .error(status, code) }
    let reply = try ObjectStore(server).reply("k")
    #expect(reply.outcome == .status(status))
    #expect(words.isEmpty ? reply.detail.isEmpty : reply.detail.contains(words))
    #expect(!reply.detail.contains("own words"))
    #expect(ObjectStore.concernsAll(reply) == concernsAll)
  }

  @Test("A denial without a body has words too, and so has none of a success")
  func noBody() throws {
    let server = try TestServer {
      $0.method == "HEAD" ? .reply(403) : .text("<Error><Code>NoSuchBucket</Code></Error>")
    }
    let store = try ObjectStore(server)
    #expect(try store.reply("k") { $0.method = .head }.detail.contains("denies access"))
    #expect(server.requests.map(\.method) == ["HEAD"])
    let success = try store.reply("k")
    #expect(success.detail == "" && !ObjectStore.concernsAll(success))
  }

  @Test("A URL of the web goes to the client as it is")
  func web() throws {
    let server = try TestServer { _ in .reply(200) }
    let reply = Monitor<WebReply?>(nil)
    var request = WebRequest(try WebAddress(server.url("/x")), most: 10)
    request.trust = .operator
    let store = try ObjectStore(server)
    store.get(request) { new in reply.with { $0 = new } }
    #expect(reply.wait { $0 }.outcome == .status(200))
    #expect(server.requests.map { $0.header("authorization") } == [nil])
  }
}
