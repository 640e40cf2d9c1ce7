import Net
import Remote
import Synchronization
import System
import TestSupport
import Testing

/// Files that become objects.
@Suite struct PuttingTests {
  private let text = Array("hello".utf8)
  /// `printf hello | sha256sum`
  private let sum = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
  /// `printf hello | openssl dgst -sha256 -binary | base64`
  private let base64 = "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ="

  @Test("A file is put by one request, with its hash, its kind and its facts")
  func whole() throws {
    let bucket = try BucketServer()
    let tag = try ObjectStore(bucket).put(text, "a b/é.jpg", facts: ["upright-recipe": "r1"]).get()
    let object = try #require(bucket.now.objects["a b/é.jpg"])
    #expect(object.bytes == text)
    #expect(
      object.fields == [
        "content-type": "image/jpeg", "x-amz-meta-upright-recipe": "r1", "x-amz-meta-upright-sha256": sum,
      ])
    #expect(tag?.text == object.tag)
    let request = try #require(bucket.requests.first)
    #expect(bucket.requests.count == 1)
    #expect(request.header("x-amz-content-sha256") == sum)
    #expect(request.header("x-amz-checksum-sha256") == base64)
    #expect(request.header("if-none-match") == nil)
    let signed = request.header("authorization") ?? ""
    #expect(
      signed.contains("x-amz-checksum-sha256;x-amz-content-sha256;x-amz-date;x-amz-meta-upright-recipe;"))
  }

  @Test("An object that must be new replaces none")
  func exists() throws {
    let bucket = try BucketServer()
    bucket.put("k.png", [1, 2, 3])
    let store = try ObjectStore(bucket)
    #expect(try store.put(text, "k.png", mustBeNew: true) == .failure(.exists))
    #expect(bucket.now.objects["k.png"]?.bytes == [1, 2, 3])
    _ = try store.put(text, "new.png", mustBeNew: true).get()
    _ = try store.put(text, "k.png").get()
    #expect(bucket.now.objects["k.png"]?.bytes == text)
  }

  @Test("An object whose reply was lost is put once, and counts as new")
  func lostReply() throws {
    let bucket = try BucketServer { $0.number == 0 ? .lostReply : nil }
    let tag = try ObjectStore(bucket).put(text, "k.png", mustBeNew: true).get()
    #expect(bucket.now.puts == ["k.png"])
    #expect(tag?.text == bucket.now.objects["k.png"]?.tag)
    #expect(bucket.requests.map(\.method) == ["PUT", "PUT", "HEAD"])
  }

  @Test("A store that is busy with the same object is asked again")
  func conflict() throws {
    let bucket = try BucketServer {
      $0.number < 3 ? .instead(.storeError(409, "ConditionalRequestConflict")) : nil
    }
    _ = try ObjectStore(bucket).put(text, "k", mustBeNew: true).get()
    #expect(bucket.now.puts == ["k"])
  }

  @Test("A store without conditions is looked at first, which is told once")
  func unconditional() throws {
    let bucket = try BucketServer(lacking: [.conditions])
    bucket.put("there", [1])
    let news = Mutex<[StoreNews]>([])
    let store = try ObjectStore(bucket) { new in news.withLock { $0.append(new) } }
    #expect(try store.put(text, "there", mustBeNew: true) == .failure(.exists))
    _ = try store.put(text, "new", mustBeNew: true).get()
    #expect(bucket.now.puts == ["new"])
    #expect(news.withLock { $0 } == [.noConditions(bucket: "photos")])
  }

  @Test("Trouble with keys and rights concerns all objects, other trouble doesn't")
  func faults() throws {
    let codes = [
      (403, "AccessDenied", true), (403, "SignatureDoesNotMatch", true), (404, "NoSuchBucket", true),
      (400, "KeyTooLongError", false), (500, "InternalError", false),
    ]
    for (status, code, isOfAll) in codes {
      let bucket = try BucketServer { _ in .instead(.storeError(status, code)) }
      guard case .failure(.store(let fault, let all)) = try ObjectStore(bucket).put(text, "k") else {
        Issue.record("\(code) is no success")
        continue
      }
      #expect(all == isOfAll, "\(code)")
      #expect(fault.isTemporary == (status == 500), "\(code)")
    }
  }

  @Test("Facts of an object, and of none")
  func head() throws {
    let bucket = try BucketServer()
    let store = try ObjectStore(bucket)
    _ = try store.put(text, "k", facts: ["upright-recipe": "r"]).get()
    let facts = try store.facts("k")
    #expect(facts?.sha256 == sum)
    #expect(facts?.fact("upright-recipe") == "r")
    #expect(facts?.fact("upright-other") == nil)
    #expect(facts?.tag?.text == bucket.now.objects["k"]?.tag)
    #expect(try store.facts("l") == nil)
  }

  @Test("An object is removed, and one that isn't there is no fault")
  func remove() throws {
    let bucket = try BucketServer()
    bucket.put("k", [1])
    let store = try ObjectStore(bucket)
    let address = try WebAddress("s3://photos/k")
    for _ in 0..<2 {
      let fault: StoreFault?? = store.waiting { store.remove(address, then: $0) }
      #expect(fault == .some(nil))
    }
    #expect(bucket.now.objects.isEmpty)
  }
}

extension ObjectStore {
  /// A store on a bucket of a test.
  convenience init(
    _ bucket: BucketServer, tell: @escaping @Sendable (StoreNews) -> Void = { _ in },
    clock: @escaping @Sendable () -> Int = { WallClock.now() / 1000 }
  ) throws {
    let settings = StoreSettings(
      region: "us-east-1", endpoint: try StoreEndpoint(bucket.endpoint),
      keys: .given(StoreKeys(access: "AK", secret: Secret("hidden"))), looked: "some places")
    self.init(settings, client: try testClient(), service: nil, clock: clock, tell: tell)
  }

  /// Puts bytes into the bucket `photos`.
  func put(
    _ bytes: [UInt8], _ key: String, facts: [String: String] = [:], mustBeNew: Bool = false
  ) throws -> Result<EntityTag?, PutFault> {
    let file = SharedDescriptor(try MemoryFile(bytes).duplicate())
    let sums = try ObjectSums(file.number, bytes: bytes.count)
    var object = NewObject(file, sums, to: try WebAddress("s3://photos/\(key)"))
    (object.facts, object.mustBeNew) = (facts, mustBeNew)
    return waiting { self.put(object, then: $0) } ?? .failure(.exists)
  }

  /// The facts of a key in the bucket `photos`.
  func facts(_ key: String) throws -> ObjectFacts? {
    let address = try WebAddress("s3://photos/\(key)")
    return try waiting { self.head(address, then: $0) }?.get()
  }
}

extension EntityTag: Equatable {
  package static func == (one: EntityTag, other: EntityTag) -> Bool { one.text == other.text }
}
