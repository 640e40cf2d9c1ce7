import Net
import Remote
import Synchronization
import System
import TestSupport

/// A client for servers on loopback. If no server asks for a pause, it tries again at once.
func testClient(tries: Int = 2) throws -> WebClient {
  var settings = WebSettings()
  settings.tries = tries
  return try WebClient(
    settings, agent: "test/1", lookup: { _ in .failure(.unknownName) }, random: NoJitter())
}

/// Gives the smallest number of each range from 0 on, so that a back-off takes no time.
private struct NoJitter: RandomNumberGenerator {
  // Ranges take the upper half of a product with this number. They ask again if the lower half is near 0.
  func next() -> UInt64 { 1 }
}

/// A clock that a test sets, in seconds since the start of 1970.
final class ManualClock: Sendable {
  private let time: Atomic<Int>

  init(_ time: Int = 1_369_353_600) { self.time = Atomic(time) }

  var now: Int { time.load(ordering: .sequentiallyConsistent) }

  func add(_ seconds: Int) { time.add(seconds, ordering: .sequentiallyConsistent) }
}

extension StoreSettings {
  /// Settings of a server on loopback.
  init(_ server: TestServer, keys: KeyPlace = .given(StoreKeys(access: "AK", secret: Secret("hidden"))))
    throws
  {
    self.init(
      region: "us-east-1", endpoint: try StoreEndpoint(server.url()), keys: keys, looked: "some places")
  }
}

extension ObjectStore {
  /// A store on a server on loopback, whose keys are given.
  convenience init(
    _ server: TestServer, client: WebClient? = nil,
    keys: StoreKeys? = StoreKeys(access: "AK", secret: Secret("hidden")),
    clock: ManualClock = ManualClock(), tell: @escaping @Sendable (StoreNews) -> Void = { _ in }
  ) throws {
    self.init(
      try StoreSettings(server, keys: keys.map { .given($0) } ?? .nowhere),
      client: try client ?? testClient(),
      service: nil, clock: { clock.now }, tell: tell)
  }

  /// The reply to a request for a key in the bucket `photos`.
  func reply(_ key: String, set: (inout WebRequest) -> Void = { _ in }) throws -> WebReply {
    var request = WebRequest(try WebAddress("s3://photos/\(key)"), most: 1000)
    set(&request)
    let reply = Monitor<WebReply?>(nil)
    get(request) { new in reply.with { $0 = new } }
    return reply.wait { $0 }
  }
}

extension TestServer.Answer {
  /// The XML of an error, with words of the store's own.
  static func error(_ status: Int, _ code: String, region: String? = nil) -> Self {
    let region = region.map { "<Region>\($0)</Region>" } ?? ""
    let text = "<Error><Code>\(code)</Code><Message>own words</Message>\(region)</Error>"
    return .reply(status, body: Array(text.utf8))
  }

  /// A text.
  static func text(_ text: String) -> Self { .reply(200, body: Array(text.utf8)) }

  /// Keys as a service lends them.
  static func keys(_ access: String, until end: String = "2013-05-25T00:00:00Z") -> Self {
    .text(
      """
      {
        "Code": "Success",
        "AccessKeyId": "\(access)", "SecretAccessKey": "hidden-\(access)", "Token": "token-\(access)",
        "Expiration": "\(end)"
      }
      """)
  }
}

extension TestServer.Request {
  /// The access key and the region in the signature; nil without a signature.
  var signer: (access: String, region: String)? {
    guard let field = header("authorization"),
      let scope = field.split(separator: "Credential=").last?.split(separator: ",").first
    else { return nil }
    let parts = scope.split(separator: "/").map(String.init)
    return parts.count == 5 ? (parts[0], parts[2]) : nil
  }
}
