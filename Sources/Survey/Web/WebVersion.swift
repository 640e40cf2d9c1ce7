import ImageModel
import Net
import Remote
import System

/// A version of a URL's file, as its server names it.
struct WebVersion: Hashable, Sendable {
  /// The size; the time of Last-Modified; and, in place of a file's number, the first 8 bytes of the hash of the ETag.
  /// Time and number are 0 if the server names none.
  let version: SourceVersion
  /// The field of a request that makes it fail with 412 for another version (RFC 9110, section 13.1). Nil if the
  /// server names no version.
  let condition: Condition?
  /// The name that a bucket with versions gives to this one (`x-amz-version-id`), for requests of just this version.
  /// Nil for other files. It isn't a part of ``version``, because listings don't tell it. They tell a new version by
  /// its time.
  let object: String?

  /// A field of a request. A job may have a condition for each of a million URLs, so a condition has no text but its
  /// value.
  struct Condition: Hashable, Sendable {
    /// A strong entity tag, which begins with a quotation mark (section 8.8.3), or a date, which doesn't.
    let value: String

    var name: String { value.utf8.first == UInt8(ascii: "\"") ? "If-Match" : "If-Unmodified-Since" }
  }

  /// The version that a reply's header names of a file of `bytes` bytes.
  init(_ headers: HeaderFields, bytes: Int) {
    let tag = headers["etag"].flatMap { EntityTag($0) }
    let date = headers["last-modified"]
    let seconds = date.flatMap { HTTPDate.seconds($0, now: WallClock.now() / 1000) }
    version = Self.version(bytes, tag, seconds)
    // A weak tag never matches (section 13.1.1).
    if let tag, !tag.isWeak {
      condition = Condition(value: tag.text)
    } else {
      condition = seconds == nil ? nil : date.map { Condition(value: $0) }
    }
    object = headers["x-amz-version-id"].flatMap { Self.isFixed($0) ? $0 : nil }
  }

  /// False for `null`, the version of a bucket without versions: another object may take its place.
  private static func isFixed(_ id: String) -> Bool {
    id != "null" && 1...FixedLimits.Store.versionBytes ~= id.utf8.count
  }

  /// The version that a listing names of an object. The object's own header names the same.
  init(_ object: ListedObject) {
    version = Self.version(object.bytes, object.tag, object.modified)
    condition = object.tag.flatMap { $0.isWeak ? nil : Condition(value: $0.text) }
    self.object = nil
  }

  /// A version that is known.
  init(_ version: SourceVersion, _ condition: Condition?) {
    (self.version, self.condition, object) = (version, condition, nil)
  }

  private static func version(_ bytes: Int, _ tag: EntityTag?, _ seconds: Int?) -> SourceVersion {
    let modified = (seconds ?? 0).multipliedReportingOverflow(by: 1_000_000_000)
    return SourceVersion(
      FileIdentity(
        bytes: bytes, modified: modified.overflow ? 0 : modified.partialValue,
        inode: tag.map { number(SHA256.digest(of: Array($0.text.utf8))) } ?? 0))
  }

  /// The version of a file whose server names none: its content is the version. `sha256` is in hexadecimal.
  init(bytes: Int, sha256: String) {
    version = SourceVersion(FileIdentity(bytes: bytes, modified: 0, inode: Self.number(sha256)))
    (condition, object) = (nil, nil)
  }

  /// The identity of the file, as that of a file on a disk. A tag is enough to tell versions apart, so the time counts
  /// only without one: the listing of a store may name another time than its replies.
  var identity: FileIdentity {
    let file = version.file
    return FileIdentity(bytes: file.bytes, modified: file.inode == 0 ? file.modified : 0, inode: file.inode)
  }

  /// True if the server says nothing that changes with the content.
  var isUnnamed: Bool { version.file.modified == 0 && version.file.inode == 0 }

  private static func number(_ sha256: String) -> UInt64 { UInt64(sha256.prefix(16), radix: 16) ?? 0 }
}
