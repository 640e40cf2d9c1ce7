import Net
import System

/// An object as a listing of its bucket shows it.
package struct ListedObject: Sendable {
  package let key: String
  package let bytes: Int
  /// Nil if the listing has none, or none that is one.
  package let tag: EntityTag?
  /// The time of the last change, in whole seconds since the start of 1970; nil if the listing has none.
  package let modified: Int?
}

/// A page of a listing: a reply to ListObjectsV2 (Amazon S3 API Reference, "ListObjectsV2").
package struct ObjectListing: Sendable {
  package private(set) var objects: [ListedObject] = []
  /// The token that asks for the next page; nil on the last page.
  package private(set) var next: String?

  /// Reads a reply. Its keys are percent-encoded if its `EncodingType` is `url`. Throws for anything that is no such
  /// reply: for objects without a key or a size, and for a page that isn't the last one and has no token.
  package init(_ reply: [UInt8]) throws(StoreFault) {
    var page = ListedPage()
    try StoreXML.read(
      reply, open: { page.open($0) },
      close: { path, text throws(StoreFault) in try page.close(path, text) })
    guard page.isListing else { throw StoreFault("it is no list of objects") }
    for object in page.objects { objects.append(try object.object(isEncoded: page.isEncoded)) }
    if !page.isTruncated { return }
    guard let token = page.token, !token.isEmpty else {
      throw StoreFault("it has more pages, but no token that asks for the next one")
    }
    next = token
  }
}

/// The texts of a page.
private struct ListedPage {
  private(set) var isListing = false
  private(set) var isEncoded = false
  private(set) var isTruncated = false
  private(set) var token: String?
  private(set) var objects: [ListedTexts] = []

  mutating func open(_ path: [String]) {
    if path == ["ListBucketResult"] { isListing = true }
    if path == ["ListBucketResult", "Contents"] { objects.append(ListedTexts()) }
  }

  mutating func close(_ path: [String], _ text: String) throws(StoreFault) {
    guard path.first == "ListBucketResult" else { return }
    if path.count == 2 { try close(path[1], text) }
    guard path.count == 3, path[1] == "Contents", let last = objects.indices.last else { return }
    switch path[2] {
    case "Key": objects[last].key = text
    case "Size": objects[last].size = text
    case "ETag": objects[last].tag = text
    case "LastModified": objects[last].modified = text
    default: break
    }
  }

  private mutating func close(_ name: String, _ text: String) throws(StoreFault) {
    switch name {
    case "EncodingType": isEncoded = text.lowercased() == "url"
    case "NextContinuationToken": token = text
    case "IsTruncated":
      switch text.lowercased() {
      case "true": isTruncated = true
      case "false": isTruncated = false
      default: throw StoreFault("its IsTruncated is neither true nor false")
      }
    default: break
    }
  }
}

/// The texts of an object in a page.
private struct ListedTexts {
  var key, size, tag, modified: String?

  func object(isEncoded: Bool) throws(StoreFault) -> ListedObject {
    guard let key, let name = isEncoded ? Self.decoded(key) : key, !name.isEmpty else {
      throw StoreFault("an object has no key, or one that isn't UTF-8")
    }
    guard let bytes = Self.number(size ?? "") else {
      throw StoreFault("an object's size isn't a number of bytes")
    }
    return ListedObject(
      key: name, bytes: bytes, tag: tag.flatMap { EntityTag($0) },
      modified: modified.flatMap { StoreTime.seconds($0) })
  }

  private static func number(_ text: String) -> Int? {
    var scanner = ByteScanner(text)
    guard let number = scanner.number(), scanner.isAtEnd else { return nil }
    return number
  }

  /// Nil for bytes that aren't UTF-8.
  private static func decoded(_ key: String) -> String? {
    String(validating: PercentCoding.decode(key.utf8, plusIsSpace: true), as: UTF8.self)
  }
}
