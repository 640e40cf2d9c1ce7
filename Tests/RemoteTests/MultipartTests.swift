import Remote
import Synchronization
import System
import TestSupport
import Testing

/// Large files, which become objects part by part.
@Suite struct MultipartTests {
  /// Three parts of 16 MiB and a piece.
  private static let large: [UInt8] = {
    var random = SplitMix64(seed: 7)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(48 << 20)
    while bytes.count < (32 << 20) + 5 { withUnsafeBytes(of: random.next()) { bytes += $0 } }
    return bytes
  }()

  private func methods(_ bucket: BucketServer) -> [String] { bucket.requests.map(\.method) }

  @Test("A file above 16 MiB goes in parts, each with its hash", arguments: [true, false])
  func parts(_ keepsSums: Bool) throws {
    let bucket = try BucketServer(lacking: keepsSums ? [] : [.sums])
    let tag = try ObjectStore(bucket).put(Self.large, "big.tar", facts: ["upright-recipe": "r"]).get()
    let object = try #require(bucket.now.objects["big.tar"])
    #expect(object.bytes == Self.large)
    #expect(object.tag == tag?.text)
    #expect(object.fields["x-amz-meta-upright-recipe"] == "r")
    #expect(object.fields["content-type"] == "application/x-tar")
    #expect(object.fields["x-amz-meta-upright-sha256"] == SHA256.digest(of: Self.large))
    #expect(bucket.now.uploads.isEmpty)
    let puts = bucket.requests.filter { $0.method == "PUT" }
    #expect(puts.map(\.body.count) == [16 << 20, 16 << 20, Self.large.count - 2 * (16 << 20)])
    #expect(puts.map { $0.header("x-amz-content-sha256") } == puts.map { SHA256.digest(of: $0.body) })
    #expect(puts.allSatisfy { ($0.header("x-amz-checksum-sha256") != nil) == keepsSums })
  }

  @Test("A lost end of an upload is no loss, and one that must be new replaces none")
  func lostEnd() throws {
    let bucket = try BucketServer { $0.number == 4 ? .lostReply : nil }
    _ = try ObjectStore(bucket).put(Self.large, "big", mustBeNew: true).get()
    #expect(bucket.now.puts == ["big"])
    #expect(methods(bucket) == ["POST", "PUT", "PUT", "PUT", "POST", "POST", "DELETE", "HEAD"])
    #expect(bucket.now.uploads.isEmpty)
    bucket.put("other", [1])
    #expect(try ObjectStore(bucket).put(Self.large, "other", mustBeNew: true) == .failure(.exists))
    #expect(bucket.now.objects["other"]?.bytes == [1])
    #expect(bucket.now.uploads.isEmpty)
  }

  /// A part of 16 MiB and a piece.
  private static let small = Array(large.prefix((16 << 20) + 5))

  private static func isEnd(_ request: TestServer.Request) -> Bool {
    request.method == "POST" && request.target.contains("uploadId")
  }

  @Test("An upload that the store can't end beside another request is begun anew")
  func conflict() throws {
    let bucket = try BucketServer {
      Self.isEnd($0) && $0.number < 5 ? .instead(.storeError(409, "ConditionalRequestConflict")) : nil
    }
    _ = try ObjectStore(bucket).put(Self.small, "big", mustBeNew: true).get()
    #expect(bucket.now.objects["big"]?.bytes == Self.small)
    #expect(methods(bucket) == ["POST", "PUT", "PUT", "POST", "DELETE", "POST", "PUT", "PUT", "POST"])
    #expect(bucket.now.uploads.isEmpty)
  }

  @Test("An upload is begun anew at most twice")
  func conflicts() throws {
    let bucket = try BucketServer { Self.isEnd($0) ? .instead(.storeError(409, "OperationAborted")) : nil }
    guard case .failure(.store(_, isOfAll: false)) = try ObjectStore(bucket).put(Self.small, "big") else {
      Issue.record("the upload succeeds")
      return
    }
    #expect(bucket.requests.count { $0.target.hasSuffix("uploads=") } == 3)
    #expect(bucket.now.uploads.isEmpty)
  }

  @Test("An upload that another program has removed is begun anew", arguments: ["partNumber=2", "uploadId"])
  func removed(_ step: String) throws {
    let isThere = Mutex(true)
    let bucket = try BucketServer { request in
      let isStep = step == "uploadId" ? Self.isEnd(request) : request.target.contains(step)
      let isFirst =
        isStep
        && isThere.withLock { isThere in
          defer { isThere = false }
          return isThere
        }
      return isFirst ? .instead(.storeError(404, "NoSuchUpload")) : nil
    }
    _ = try ObjectStore(bucket).put(Self.small, "big").get()
    #expect(bucket.now.objects["big"]?.bytes == Self.small)
    #expect(bucket.now.puts == ["big"])
  }

  @Test("An object whose tag can't be read is looked at")
  func noTag() throws {
    let isBlind = Mutex(false)
    let bucket = try BucketServer { request in
      guard Self.isEnd(request), isBlind.withLock({ $0 }) else { return nil }
      let text = "<CompleteMultipartUploadResult><ETag></ETag></CompleteMultipartUploadResult>"
      return .instead(.reply(200, body: Array(text.utf8)))
    }
    let store = try ObjectStore(bucket)
    let tag = try store.put(Self.small, "big").get()
    isBlind.withLock { $0 = true }
    #expect(try store.put(Self.small, "big").get() == tag)
    #expect(tag != nil)
    guard case .failure(.store) = try store.put(Self.small, "other") else {
      Issue.record("an object that isn't there counts as put")
      return
    }
  }

  @Test("If all ends of an upload lose their replies, the object is looked at")
  func lostEnds() throws {
    let bucket = try BucketServer { request in
      guard Self.isEnd(request) else { return nil }
      return request.number == 3 ? .lostReply : .instead(TestServer.Answer([.reset]))
    }
    let tag = try ObjectStore(bucket).put(Self.small, "big", mustBeNew: true).get()
    #expect(tag?.text == bucket.now.objects["big"]?.tag)
    #expect(bucket.now.puts == ["big"])
  }

  @Test("A large file in a store without conditions replaces no object")
  func unconditional() throws {
    let bucket = try BucketServer(lacking: [.conditions])
    bucket.put("there", [1])
    let store = try ObjectStore(bucket)
    #expect(try store.put(Self.small, "there", mustBeNew: true) == .failure(.exists))
    #expect(bucket.now.objects["there"]?.bytes == [1])
    _ = try store.put(Self.small, "new", mustBeNew: true).get()
    #expect(bucket.now.puts == ["new"])
    #expect(bucket.now.uploads.isEmpty)
  }

  @Test("An error within a reply of success is tried again")
  func errorIn200() throws {
    let bucket = try BucketServer {
      $0.target.contains("uploadId") && $0.method == "POST" && $0.number < 6
        ? .instead(.storeError(200, "InternalError")) : nil
    }
    _ = try ObjectStore(bucket).put(Self.large, "big").get()
    #expect(bucket.now.objects["big"]?.bytes == Self.large)
  }

  @Test("An upload that fails leaves no parts")
  func abort() throws {
    let bucket = try BucketServer {
      $0.target.contains("partNumber=2") ? .instead(.storeError(400, "BadDigest")) : nil
    }
    guard case .failure(.store) = try ObjectStore(bucket).put(Self.large, "big") else {
      Issue.record("the upload succeeds")
      return
    }
    #expect(bucket.now.objects.isEmpty)
    #expect(bucket.now.uploads.isEmpty)
  }

  @Test("The parts of killed runs are removed, and those of others stay")
  func leftovers() throws {
    let bucket = try BucketServer()
    let store = try ObjectStore(bucket)
    for key in ["out/a", "out/b", "out/c d", "other/a"] {
      bucket.begin(key)
    }
    try store.abortUploads(bucket: "photos", prefix: "out/") { key, _ in key != "out/b" }
    #expect(bucket.now.uploads.values.map(\.key).sorted() == ["other/a", "out/b"])
  }

  @Test("An upload that began more than a day ago is old, and so is one without a time")
  func ages() throws {
    let bucket = try BucketServer()
    // `date -u -d 2026-03-02T12:00:00Z +%s`
    let store = try ObjectStore(bucket, clock: { 1_772_452_800 })
    let times = [
      "young": "2026-03-01T12:00:00.000Z", "old": "2026-03-01T11:59:59.000Z",
      "future": "2026-03-03T00:00:00Z",
      "none": "", "strange": "yesterday",
    ]
    for (key, time) in times { bucket.begin(key, at: time) }
    try store.abortUploads(bucket: "photos", prefix: "") { _, isOld in isOld }
    #expect(bucket.now.uploads.values.map(\.key).sorted() == ["future", "young"])
  }

  @Test("A store without a list of uploads has none to remove", arguments: [501, 405, 403])
  func noList(_ status: Int) throws {
    let bucket = try BucketServer { _ in .instead(.storeError(status, "NotImplemented")) }
    try ObjectStore(bucket).abortUploads(bucket: "photos", prefix: "") { _, _ in true }
  }

  @Test(
    "A reply that is no list of uploads is a fault",
    arguments: [
      "", "<ListBucketResult/>", "<ListMultipartUploadsResult><Upload/></ListMultipartUploadsResult>",
    ])
  func noSense(_ text: String) throws {
    let bucket = try BucketServer { _ in .instead(.reply(200, body: Array(text.utf8))) }
    #expect(throws: StoreFault.self) {
      try ObjectStore(bucket).abortUploads(bucket: "photos", prefix: "") { _, _ in true }
    }
  }
}
