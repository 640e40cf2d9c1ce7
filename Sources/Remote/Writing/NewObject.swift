import Net
import System

/// A file that is to be put into a bucket.
package struct NewObject: Sendable {
  /// The object's `s3` URL.
  package let address: WebAddress
  package let sums: ObjectSums
  /// The object's own facts, in ASCII. The store keeps them with the object, and a HEAD shows them. Names are in lower
  /// case.
  package var facts: [String: String] = [:]
  /// True if the object must not replace another one.
  package var mustBeNew = false
  let file: SharedDescriptor

  /// The fact that has the SHA-256 of an object's bytes, in hexadecimal. Some stores don't keep it themselves.
  static let sumName = "upright-sha256"

  /// The file with these hashes, as the object at an `s3` URL. Nobody changes the file until it is put.
  package init(_ file: SharedDescriptor, _ sums: ObjectSums, to address: WebAddress) {
    (self.file, self.sums, self.address) = (file, sums, address)
  }

  /// The fields of the request that begins the object, which the signature covers.
  var factFields: [RequestSignature.Field] {
    (facts.map { ($0, $1) } + [(Self.sumName, sums.whole)])
      .map { RequestSignature.Field("x-amz-meta-\($0.0)", $0.1) }
  }

  /// The value of `Content-Type`, which the ending of the key tells.
  var type: String {
    let ending = address.key.utf8.split(separator: UInt8(ascii: ".")).last ?? address.key.utf8[...]
    return Self.types[String(Substring(ending)).lowercased()] ?? "application/octet-stream"
  }

  private static let types = [
    "avif": "image/avif", "gif": "image/gif", "jpeg": "image/jpeg", "jpg": "image/jpeg",
    "json": "application/json", "jsonl": "application/jsonl", "png": "image/png", "tar": "application/x-tar",
    "tif": "image/tiff", "tiff": "image/tiff", "txt": "text/plain; charset=utf-8", "webp": "image/webp",
    "xml": "application/xml",
  ]
}

/// An object as its store answers for it.
package struct ObjectFacts: Sendable {
  /// Nil if the store names none.
  package let tag: EntityTag?
  /// The SHA-256 with which Upright put the object, in hexadecimal; nil for an object of another program.
  package let sha256: String?
  let fields: HeaderFields
}

/// Why an object can't be put.
package enum PutFault: Error, Hashable, Sendable {
  /// Another object is there, and must not be replaced.
  case exists
  /// The store doesn't take the object. If `isOfAll` is true, it would take no other object either.
  case store(StoreFault, isOfAll: Bool)
}
