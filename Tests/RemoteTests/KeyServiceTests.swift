import Net
import Remote
import Synchronization
import System
import TestSupport
import Testing

@Suite struct KeyServiceTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// A store on `server`, whose keys `place` lends.
  private func store(
    _ server: TestServer, _ place: KeyServicePlace, clock: ManualClock = ManualClock()
  ) throws -> (ObjectStore, KeyService) {
    let service = KeyService(place, client: try testClient(tries: 1), clock: { clock.now })
    let store = ObjectStore(
      try StoreSettings(server, keys: .service(place)), client: try testClient(), service: service,
      clock: { clock.now })
    return (store, service)
  }

  private func container(
    _ server: TestServer, _ token: KeyServicePlace.ContainerToken? = nil
  ) throws -> KeyServicePlace {
    .container(try WebAddress(server.url("/v2/keys?id=1")), token)
  }

  /// A store that tells what it was asked by: the access key and the token.
  private func echo() throws -> TestServer {
    try TestServer { .text("\($0.signer?.access ?? "-") \($0.header("x-amz-security-token") ?? "-")") }
  }

  private func text(_ reply: WebReply) throws -> String {
    String(decoding: try reply.body?.bytes(100) ?? [], as: UTF8.self)
  }

  @Test("A container's keys sign the first request and all others")
  func container() throws {
    let keys = try TestServer { _ in .keys("C1") }
    let server = try echo()
    let (store, service) = try store(server, try container(keys, .text(Secret("secret token"))))
    #expect(service.keys == nil)
    for _ in 0..<3 { #expect(try text(store.reply("k")) == "C1 token-C1") }
    #expect(keys.requests.map(\.target) == ["/v2/keys?id=1"])
    #expect(keys.requests.map { $0.header("authorization") } == ["secret token"])
    #expect(service.fault == nil)
  }

  @Test("Requests that begin together wait for the same keys")
  func together() throws {
    let keys = try TestServer { _ in .keys("C1") }
    let server = try echo()
    let (store, _) = try store(server, try container(keys))
    let replies = Monitor<[WebReply]>([])
    for number in 0..<20 {
      let request = WebRequest(try WebAddress("s3://photos/\(number)"), most: 100)
      store.get(request) { reply in replies.with { $0.append(reply) } }
    }
    let all = replies.wait { $0.count == 20 ? $0 : nil }
    #expect(try all.allSatisfy { try text($0) == "C1 token-C1" })
    #expect(keys.requests.count == 1)
  }

  @Test("An instance's keys come by a token of its own")
  func instance() throws {
    let keys = try TestServer { request in
      let role = "/latest/meta-data/iam/security-credentials/"
      switch (request.method, request.target) {
      case ("PUT", "/latest/api/token"): return .text("TOKEN==")
      case ("GET", role): return .text("my role\nother\n")
      case ("GET", role + "my%20role"): return .keys("I1")
      default: return .reply(404)
      }
    }
    let server = try echo()
    let (store, _) = try store(server, .instance(try WebAddress(keys.url())))
    #expect(try text(store.reply("k")) == "I1 token-I1")
    let ttl = "x-aws-ec2-metadata-token-ttl-seconds"
    #expect(keys.requests.map { $0.header(ttl) } == ["21600", nil, nil])
    #expect(keys.requests.map { $0.header("x-aws-ec2-metadata-token") } == [nil, "TOKEN==", "TOKEN=="])
  }

  @Test(
    "A service without keys leads to requests without a signature, and a denial says why",
    arguments: [
      (TestServer.Answer.reply(404), "it has no keys (404)"), (.reply(400), "it answers 400"),
      (.init([.reset]), "the connection to it ended before the reply did"),
      (.text("hidden"), "its reply is no JSON"),
      (.text("{}"), "its reply has no keys"), (.text(""), "its reply is no JSON"),
      (.text("[]"), "its reply has no keys"),
      (.text("{\"Code\": \"Failed\", \"AccessKeyId\": \"A\"}"), "it says that it has no keys"),
      (.text("{\"AccessKeyId\": \"A\", \"SecretAccessKey\": 7}"), "its reply has no keys"),
      (
        .text("{\"AccessKeyId\": \"A\", \"SecretAccessKey\": \"hidden\\n\"}"),
        "its keys have characters that no keys have"
      ),
      (.reply(200, body: Array(repeating: 32, count: (64 << 10) + 1)), "its reply is too large"),
      (.reply(302, [("Location", "/other")]), "it answers 302"),
    ])
  func without(_ answer: TestServer.Answer, _ fault: String) throws {
    let keys = try TestServer { _ in answer }
    let server = try TestServer { $0.signer == nil ? .error(403, "AccessDenied") : .reply(200) }
    let (store, service) = try store(server, try container(keys))
    #expect(try store.reply("k").detail == "no keys were found for its bucket")
    let refusal = try #require(
      #expect(throws: StoreFault.self) { try store.list(bucket: "photos", prefix: "") { _ in } })
    #expect(
      refusal.message
        == "the bucket 'photos' can't be listed: no keys were found for it; upright looked at some places (\(fault))"
    )
    #expect(service.fault?.message == fault)
    // The service rests before it is asked again.
    _ = try store.reply("k")
    #expect(keys.requests.count == 1)
  }

  @Test("Keys that the store calls ended are renewed, and the request is asked again")
  func ended() throws {
    let keys = try TestServer { .keys("C\($0.number)") }
    let server = try TestServer { request in
      request.signer?.access == "C0" ? .error(400, "ExpiredToken") : .text(request.signer?.access ?? "")
    }
    let (store, _) = try store(server, try container(keys))
    #expect(try text(store.reply("k")) == "C1")
    #expect(try text(store.reply("k")) == "C1")
    #expect(server.requests.map { $0.signer?.access } == ["C0", "C1", "C1"])
    #expect(keys.requests.count == 2)
  }

  @Test("A request is asked with new keys only once")
  func alwaysEnded() throws {
    let keys = try TestServer { .keys("C\($0.number)") }
    let server = try TestServer { _ in .error(400, "InvalidToken") }
    let (store, _) = try store(server, try container(keys))
    let reply = try store.reply("k")
    #expect(reply.outcome == .status(400))
    #expect(reply.detail == "the session token isn't one that the store takes")
    #expect(server.requests.count == 2)
  }

  @Test("Keys of the environment aren't renewed")
  func given() throws {
    let server = try TestServer { _ in .error(400, "ExpiredToken") }
    #expect(try ObjectStore(server).reply("k").detail == "the session token has ended: get new keys")
    #expect(server.requests.count == 1)
  }

  @Test("Keys are renewed behind the requests when less than 5 minutes are left, and not before")
  func ahead() throws {
    let clock = ManualClock()
    let asked = Monitor(0)
    let keys = try TestServer { request in
      asked.with { $0 += 1 }
      return .keys("C\(request.number)", until: "2013-05-24T0\(request.number + 1):00:00Z")
    }
    let server = try echo()
    let (store, service) = try store(server, try container(keys), clock: clock)
    #expect(try text(store.reply("k")) == "C0 token-C0")
    clock.add(3299)
    #expect(try text(store.reply("k")) == "C0 token-C0")
    #expect(asked.with { $0 } == 1)
    clock.add(1)
    // The old keys come at once, and the renewal begins.
    let old = try #require(service.keys)
    #expect(old.access == "C0")
    asked.wait { $0 == 2 ? () : nil }
    let isOver = Monitor(false)
    service.renew(after: old) { isOver.with { $0 = true } }
    isOver.wait { $0 ? () : nil }
    #expect(asked.with { $0 } == 2)
    #expect(try text(store.reply("k")) == "C1 token-C1")
  }

  @Test("The file of a token is read for each question, and a file that is none is a fault")
  func tokenFile() throws {
    let keys = try TestServer { .keys("C\($0.number)") }
    let path = folder.path("token")
    try folder.write("one\n", to: "token")
    let server = try echo()
    let (store, service) = try store(server, try container(keys, .file(path)))
    #expect(try text(store.reply("k")) == "C0 token-C0")
    try folder.write("two", to: "token")
    renew(service)
    #expect(keys.requests.map { $0.header("authorization") } == ["one", "two"])
    try folder.write("\nthree", to: "token")
    renew(service)
    #expect(keys.requests.count == 2)
    #expect(service.keys?.access == "C1")
    let (_, missing) = try self.store(server, try container(keys, .file(folder.path("none"))))
    let isReady = Monitor(false)
    missing.whenReady { isReady.with { $0 = true } }
    isReady.wait { $0 ? () : nil }
    #expect(
      missing.fault?.message
        == "the file of its token, \(folder.path("none")), can't be read: No such file or directory")
  }

  private func renew(_ service: KeyService) {
    guard let old = service.keys else { return }
    let isOver = Monitor(false)
    service.renew(after: old) { isOver.with { $0 = true } }
    isOver.wait { $0 ? () : nil }
  }

  @Test("A store can make the client of its service by itself")
  func ownClient() throws {
    let keys = try TestServer { _ in .keys("C1") }
    let server = try echo()
    let settings = try StoreSettings(server, keys: .service(try container(keys)))
    let store = try ObjectStore(settings, client: try testClient(), agent: "test/2")
    #expect(try text(store.reply("k")) == "C1 token-C1")
    #expect(keys.requests.map { $0.header("user-agent") } == ["test/2"])
  }
}
