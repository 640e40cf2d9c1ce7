import Net
import Remote
import Synchronization
import System
import TestSupport
import Testing

@Suite struct StoreListingTests {
  /// A page with objects of one byte, and the token of the next page.
  private static func page(_ keys: [String], next: String? = nil) -> TestServer.Answer {
    let objects = keys.map { "<Contents><Key>\($0)</Key><Size>1</Size></Contents>" }.joined()
    let more = next.map {
      "<IsTruncated>true</IsTruncated><NextContinuationToken>\($0)</NextContinuationToken>"
    }
    return .text(
      "<ListBucketResult><EncodingType>url</EncodingType>\(objects)\(more ?? "")</ListBucketResult>")
  }

  private func message(_ body: (ObjectStore) throws -> Void, _ server: TestServer) throws -> StoreFault {
    try #require(#expect(throws: StoreFault.self) { try body(try ObjectStore(server)) })
  }

  private func list(_ store: ObjectStore, _ prefix: String = "") throws -> [[String]] {
    var pages: [[String]] = []
    try store.list(bucket: "photos", prefix: prefix) { pages.append($0.map(\.key)) }
    return pages
  }

  @Test("All pages come in order, each asked for by the token of the one before")
  func pages() throws {
    let server = try TestServer { request in
      switch request.number {
      case 0: Self.page(["a%20b", "c%2Bd"], next: "1/x+y==")
      case 1: Self.page([], next: "2")
      default: Self.page(["%C3%A9"])
      }
    }
    #expect(try list(try ObjectStore(server), "a b/") == [["a b", "c+d"], [], ["é"]])
    let start = "encoding-type=url&list-type=2&max-keys=1000&prefix=a%20b%2F"
    #expect(
      server.requests.map(\.target) == [
        "/photos?\(start)", "/photos?continuation-token=1%2Fx%2By%3D%3D&\(start)",
        "/photos?continuation-token=2&\(start)",
      ])
    #expect(server.requests.allSatisfy { $0.signer?.access == "AK" })
  }

  @Test("A page that lost its end on the way is asked for again, twice at most")
  func cut() throws {
    for (broken, count) in [(2, 3), (9, 3)] {
      let server = try TestServer { request in
        request.number < broken ? .text("<ListBucketResult><IsTruncated>fal") : Self.page(["a"])
      }
      if broken < count {
        #expect(try list(try ObjectStore(server)) == [["a"]])
      } else {
        _ = try message({ try $0.list(bucket: "photos", prefix: "") { _ in } }, server)
      }
      #expect(server.requests.count == count)
    }
  }

  @Test("Pages without an object that never end are a fault")
  func emptyPages() throws {
    let server = try TestServer { Self.page([], next: "\($0.number)") }
    let fault = try message({ try $0.list(bucket: "photos", prefix: "") { _ in } }, server)
    #expect(fault == StoreFault("the bucket 'photos' can't be listed: its pages never end"))
    #expect(server.requests.count == 1001)
  }

  @Test("A page of many long keys is read, and a reply of more than 4 MiB isn't")
  func large() throws {
    let key = String(repeating: "k", count: 3000)
    let keys = (0..<1000).map { "\($0)-\(key)" }
    let server = try TestServer { request in
      request.number == 0 ? Self.page(keys) : .reply(200, body: Array(repeating: 32, count: (4 << 20) + 1))
    }
    let store = try ObjectStore(server)
    #expect(try list(store) == [keys])
    let fault = #expect(throws: StoreFault.self) { try list(store) }
    #expect(fault == StoreFault("the bucket 'photos' can't be listed: the store's reply is too large"))
  }

  @Test("Pages whose token repeats end the listing")
  func endless() throws {
    let server = try TestServer { Self.page(["\($0.number)"], next: $0.number % 2 == 0 ? "a" : "b") }
    let fault = try message({ _ = try list($0) }, server)
    #expect(fault == StoreFault("the bucket 'photos' can't be listed: its pages never end"))
    #expect(server.requests.count == 3)
  }

  @Test(
    "A fault names the bucket, and says whether it may pass",
    arguments: [
      (TestServer.Answer.error(404, "NoSuchBucket"), "there is no such bucket", false),
      (.error(403, "AccessDenied"), "the store denies access: check the rights of the keys", false),
      (.error(500, "InternalError"), "the store has an error of its own: try again later", true),
      (.reply(502), "the store answers 502", true), (.reply(418), "the store answers 418", false),
      (.init([.reset]), "the connection to the store ended before the reply did", true),
      (.text("<html/>"), "the store's reply can't be read: it is no list of objects", false),
      (
        .text("<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>"),
        "the store's reply can't be read: it has more pages, but no token that asks for the next one", false
      ),
    ])
  func faults(_ answer: TestServer.Answer, _ words: String, _ isTemporary: Bool) throws {
    let server = try TestServer { _ in answer }
    let fault = try message({ _ = try list($0) }, server)
    #expect(fault == StoreFault("the bucket 'photos' can't be listed: \(words)", isTemporary: isTemporary))
  }

  @Test("A listing in another region goes on there")
  func region() throws {
    let server = try TestServer { request in
      request.signer?.region == "r-1" ? Self.page(["k"]) : .error(301, "PermanentRedirect", region: "r-1")
    }
    #expect(try list(try ObjectStore(server)) == [["k"]])
  }

  @Test("A caller that is stopped doesn't wait for a reply")
  func stopped() throws {
    let server = try TestServer { _ in .init([.waitForClient]) }
    let client = try testClient()
    let store = try ObjectStore(server, client: client)
    var pages = 0
    try store.list(bucket: "photos", prefix: "", isStopped: { !server.requests.isEmpty }) { _ in pages += 1 }
    #expect(pages == 0)
  }

  @Test("A caller that is stopped after a page gets no more")
  func stoppedAfterPage() throws {
    let server = try TestServer { Self.page(["k"], next: "\($0.number)") }
    var pages = 0
    try ObjectStore(server).list(bucket: "photos", prefix: "", isStopped: { pages == 2 }) { _ in pages += 1 }
    #expect(pages == 2)
    #expect(server.requests.count == 2)
  }

  @Test("A check asks for one key, and passes if only the object is in question")
  func check() throws {
    let answers = [
      Self.page(["a/k"]), .error(403, "AccessDenied"), .error(404, "NoSuchKey"), .error(400, "Unknown"),
    ]
    for answer in answers {
      let server = try TestServer { _ in answer }
      try ObjectStore(server).check(bucket: "photos", key: "a/k")
      #expect(
        server.requests.map(\.target) == ["/photos?encoding-type=url&list-type=2&max-keys=1&prefix=a%2Fk"])
    }
  }

  @Test(
    "A check finds troubles that all objects share",
    arguments: [
      (TestServer.Answer.error(404, "NoSuchBucket"), "there is no such bucket", false),
      (
        .error(403, "RequestTimeTooSkewed"),
        "this machine's clock differs too much from the store's: set it right", false
      ),
      (.error(500, "InternalError"), "the store has an error of its own: try again later", true),
      (.init([.reset]), "the connection to the store ended before the reply did", true),
    ])
  func failedCheck(_ answer: TestServer.Answer, _ words: String, _ isTemporary: Bool) throws {
    let server = try TestServer { _ in answer }
    let fault = try message({ try $0.check(bucket: "photos", key: "k") }, server)
    #expect(fault == StoreFault("the bucket 'photos' can't be used: \(words)", isTemporary: isTemporary))
  }

  @Test("A name that no bucket has is a fault, without a request")
  func name() throws {
    let server = try TestServer { _ in .reply(200) }
    let fault = #expect(throws: StoreFault.self) {
      try ObjectStore(server).list(bucket: "a/b", prefix: "") { _ in }
    }
    #expect(fault?.message.hasPrefix("the bucket 'a/b' can't be listed: ") == true)
    #expect(server.requests.isEmpty)
  }
}
