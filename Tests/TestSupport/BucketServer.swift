import Foundation
import Synchronization

/// A server that keeps one bucket in memory, and speaks as much of the protocol of S3 as Upright does. It checks no
/// signatures.
///
/// Tags are no MD5 of the content, as in stores that encrypt. Equal content has equal tags.
package final class BucketServer: Sendable {
  package struct Object: Sendable, Equatable {
    package var bytes: [UInt8]
    /// `Content-Type` and the fields that begin with `x-amz-meta-`.
    package var fields: [String: String]
    package var tag: String
    /// The id of the version; nil in a bucket without versions.
    package var version: String?
  }

  package struct Contents: Sendable {
    package var objects: [String: Object] = [:]
    /// All versions of each object, if the bucket keeps them.
    package var versions: [String: [Object]] = [:]
    /// The unfinished uploads, by their ids.
    package var uploads: [String: Upload] = [:]
    /// The keys of all objects that were put, in order.
    package var puts: [String] = []
    fileprivate var count = 0
    fileprivate var versioning = Versioning.none

    /// Puts an object in the place of its last version.
    fileprivate mutating func put(_ object: Object, _ key: String) {
      var object = object
      switch versioning {
      case .none: break
      case .suspended: object.version = "null"
      case .enabled:
        count += 1
        object.version = "\(count) +&="
        versions[key, default: []].append(object)
      }
      objects[key] = object
    }
  }

  package enum Versioning: Sendable {
    case none
    /// All versions stay, with ids of their own.
    case enabled
    /// There is one version of each object, with the id `null`.
    case suspended
  }

  package struct Upload: Sendable {
    package let key: String
    fileprivate let fields: [String: String]
    fileprivate let keepsSums: Bool
    /// The time that a list of uploads tells; none if it is empty.
    fileprivate var initiated = ""
    package fileprivate(set) var parts: [Int: [UInt8]] = [:]
  }

  /// What the store can't do.
  package enum Lack: Sendable {
    /// The store keeps no hashes of parts, and refuses requests with them.
    case sums
    /// The store refuses requests with `If-None-Match`.
    case conditions
  }

  /// What happens to a request.
  package enum Fault: Sendable {
    /// This answer comes, and the store does nothing.
    case instead(TestServer.Answer)
    /// The store does what was asked, and its answer is lost.
    case lostReply
  }

  package let name: String
  private let contents = Mutex(Contents())
  private let lacks: [Lack]
  private let fault: @Sendable (TestServer.Request) -> Fault?
  /// Set once.
  private let server = Mutex<TestServer?>(nil)

  /// An empty bucket called `name`, with this `versioning`. `fault` tells what goes wrong with a request.
  package init(
    _ name: String = "photos", versioning: Versioning = .none, lacking lacks: [Lack] = [],
    fault: @escaping @Sendable (TestServer.Request) -> Fault? = { _ in nil }
  ) throws {
    (self.name, self.lacks, self.fault) = (name, lacks, fault)
    contents.withLock { $0.versioning = versioning }
    let server = try TestServer { [weak self] in self?.answer($0) ?? .reply(500) }
    self.server.withLock { $0 = server }
  }

  /// The URL of the store.
  package var endpoint: String { server.withLock { $0?.url("") } ?? "" }

  /// All requests so far.
  package var requests: [TestServer.Request] { server.withLock { $0?.requests } ?? [] }

  /// A copy of the bucket.
  package var now: Contents { contents.withLock { $0 } }

  /// Changes the bucket, as another program would.
  package func change(_ body: @Sendable (inout Contents) -> Void) { contents.withLock { body(&$0) } }

  /// Puts an object, as another program would.
  package func put(_ key: String, _ bytes: [UInt8]) {
    contents.withLock { $0.put(Object(bytes: bytes, fields: [:], tag: Self.tag(bytes)), key) }
  }

  /// Begins an upload at a time in the format of RFC 3339, as a program does that is killed then. Without a time, the
  /// list of uploads tells none.
  package func begin(_ key: String, at time: String = "") {
    contents.withLock {
      $0.count += 1
      $0.uploads["upload \($0.count)&"] = Upload(key: key, fields: [:], keepsSums: false, initiated: time)
    }
  }

  private func answer(_ request: TestServer.Request) -> TestServer.Answer {
    let fault = fault(request)
    if case .instead(let answer) = fault { return answer }
    let answer = contents.withLock { act(BucketRequest(request, bucket: name), &$0) }
    return fault == nil ? answer : TestServer.Answer([.reset])
  }

  private func act(_ request: BucketRequest?, _ contents: inout Contents) -> TestServer.Answer {
    guard let request else { return .storeError(404, "NoSuchBucket") }
    if lacks.contains(.conditions), request.mustBeNew { return .storeError(501, "NotImplemented") }
    if lacks.contains(.sums), request.text.contains("<ChecksumSHA256>") {
      return .storeError(400, "MalformedXML")
    }
    let query = request.query
    switch request.method {
    case "GET" where request.key.isEmpty && query["uploads"] != nil: return uploads(request, contents)
    case "GET" where request.key.isEmpty: return listing(request, contents)
    case "POST" where query["uploads"] != nil: return begin(request, &contents)
    case "POST": return complete(request, &contents)
    case "PUT" where query["uploadId"] != nil: return putPart(request, &contents)
    case "PUT": return put(request, &contents)
    case "DELETE":
      if let id = query["uploadId"] {
        contents.uploads[id] = nil
      } else {
        contents.objects[request.key] = nil
      }
      return .reply(204)
    default: return get(request, contents)
    }
  }

  private func get(_ request: BucketRequest, _ contents: Contents) -> TestServer.Answer {
    let version = request.query["versionId"]
    let object =
      if let version { contents.versions[request.key]?.first { $0.version == version } } else {
        contents.objects[request.key]
      }
    guard let object else {
      return .storeError(404, version == nil ? "NoSuchKey" : "NoSuchVersion", to: request)
    }
    let fields = object.fields.map { ($0.key, $0.value) }
    let id = object.version.map { [("x-amz-version-id", $0)] } ?? []
    return .file(object.bytes, etag: object.tag, fields: fields + id, to: request.plain)
  }

  private func put(_ request: BucketRequest, _ contents: inout Contents) -> TestServer.Answer {
    if request.mustBeNew, contents.objects[request.key] != nil {
      return .storeError(412, "PreconditionFailed")
    }
    let tag = Self.tag(request.plain.body)
    contents.put(Object(bytes: request.plain.body, fields: request.fields, tag: tag), request.key)
    contents.puts.append(request.key)
    return .reply(200, [("ETag", tag)])
  }

  private func begin(_ request: BucketRequest, _ contents: inout Contents) -> TestServer.Answer {
    contents.count += 1
    let id = "upload \(contents.count)&"
    let keepsSums = !lacks.contains(.sums) && request.plain.header("x-amz-checksum-algorithm") == "SHA256"
    contents.uploads[id] = Upload(key: request.key, fields: request.fields, keepsSums: keepsSums)
    return .xml(
      "<InitiateMultipartUploadResult><UploadId>upload \(contents.count)&amp;</UploadId></InitiateMultipartUploadResult>",
      keepsSums ? [("x-amz-checksum-algorithm", "SHA256")] : [])
  }

  private func putPart(_ request: BucketRequest, _ contents: inout Contents) -> TestServer.Answer {
    guard let id = request.query["uploadId"], let number = request.query["partNumber"].flatMap({ Int($0) }),
      contents.uploads[id] != nil
    else { return .storeError(404, "NoSuchUpload") }
    contents.uploads[id]?.parts[number] = request.plain.body
    return .reply(200, [("ETag", Self.tag(request.plain.body))])
  }

  private func complete(_ request: BucketRequest, _ contents: inout Contents) -> TestServer.Answer {
    guard let id = request.query["uploadId"], let upload = contents.uploads[id] else {
      return .storeError(404, "NoSuchUpload")
    }
    if request.mustBeNew, contents.objects[upload.key] != nil {
      return .storeError(412, "PreconditionFailed")
    }
    let parts = request.parts
    let isWhole = parts.enumerated().allSatisfy { index, part in
      part.number == index + 1 && part.hasSum == upload.keepsSums
        && upload.parts[part.number].map { Self.tag($0) } == part.tag
    }
    guard isWhole, !parts.isEmpty else { return .storeError(400, "InvalidPart") }
    let bytes = parts.flatMap { upload.parts[$0.number] ?? [] }
    let tag = "\"\(Self.tag(bytes).dropFirst().dropLast())-\(parts.count)\""
    contents.put(Object(bytes: bytes, fields: upload.fields, tag: tag), upload.key)
    contents.uploads[id] = nil
    contents.puts.append(upload.key)
    return .xml(
      "<CompleteMultipartUploadResult><ETag>\(tag.escaped)</ETag></CompleteMultipartUploadResult>")
  }

  /// Two objects a page.
  private func listing(_ request: BucketRequest, _ contents: Contents) -> TestServer.Answer {
    let after = request.query["continuation-token"] ?? ""
    let keys = contents.objects.keys.filter { $0.hasPrefix(request.query["prefix"] ?? "") && $0 > after }
      .sorted()
    let page = keys.prefix(2)
    let entries = page.map { key in
      let object = contents.objects[key]
      return "<Contents><Key>\(key.percentEncoded)</Key><Size>\(object?.bytes.count ?? 0)</Size>"
        + "<ETag>\(object?.tag.escaped ?? "")</ETag><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>"
    }
    let rest =
      page.count < keys.count
      ? "<IsTruncated>true</IsTruncated><NextContinuationToken>\(page.last?.escaped ?? "")</NextContinuationToken>"
      : "<IsTruncated>false</IsTruncated>"
    return .xml(
      "<ListBucketResult><EncodingType>url</EncodingType>\(rest)\(entries.joined())</ListBucketResult>")
  }

  /// One upload a page.
  private func uploads(_ request: BucketRequest, _ contents: Contents) -> TestServer.Answer {
    let after = request.query["upload-id-marker"] ?? ""
    let all = contents.uploads.filter {
      $0.value.key.hasPrefix(request.query["prefix"] ?? "") && $0.key > after
    }
    .sorted { $0.key < $1.key }
    let entries = all.prefix(1).map { id, upload in
      "<Upload><Key>\(upload.key.percentEncoded)</Key><UploadId>\(id.escaped)</UploadId>"
        + (upload.initiated.isEmpty ? "" : "<Initiated>\(upload.initiated)</Initiated>") + "</Upload>"
    }
    let last = all.first
    let rest =
      all.count > 1
      ? "<IsTruncated>true</IsTruncated><NextKeyMarker>\(last?.value.key.percentEncoded ?? "")</NextKeyMarker>"
        + "<NextUploadIdMarker>\(last?.key.escaped ?? "")</NextUploadIdMarker>"
      : "<IsTruncated>false</IsTruncated>"
    return .xml(
      "<ListMultipartUploadsResult><EncodingType>url</EncodingType>\(rest)\(entries.joined())</ListMultipartUploadsResult>"
    )
  }

  /// FNV-1a of 64 bits.
  private static func tag(_ bytes: [UInt8]) -> String {
    let hash = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return "\"\(String(hash, radix: 16))\""
  }
}
