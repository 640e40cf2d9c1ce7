import Remote
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
    try store.abortUploads(bucket: "photos", prefix: "out/") { $0 != "out/b" }
    #expect(bucket.now.uploads.values.map(\.key).sorted() == ["other/a", "out/b"])
  }

  @Test("A store without a list of uploads has none to remove", arguments: [501, 405, 403])
  func noList(_ status: Int) throws {
    let bucket = try BucketServer { _ in .instead(.storeError(status, "NotImplemented")) }
    try ObjectStore(bucket).abortUploads(bucket: "photos", prefix: "") { _ in true }
  }

  @Test(
    "A reply that is no list of uploads is a fault",
    arguments: [
      "", "<ListBucketResult/>", "<ListMultipartUploadsResult><Upload/></ListMultipartUploadsResult>",
    ])
  func noSense(_ text: String) throws {
    let bucket = try BucketServer { _ in .instead(.reply(200, body: Array(text.utf8))) }
    #expect(throws: StoreFault.self) {
      try ObjectStore(bucket).abortUploads(bucket: "photos", prefix: "") { _ in true }
    }
  }
}
