import System

/// The query of a request to an object store, in the one form that a signature knows.
package struct StoreQuery: Hashable, Sendable {
  /// A name and its value, both as they are meant: nothing is percent-encoded.
  package struct Item: Hashable, Sendable {
    package let name, value: String

    package init(_ name: String, _ value: String = "") { (self.name, self.value) = (name, value) }
  }

  /// `name=value` parts with `&` between them, sorted by their encoded names, and then by their encoded values. All
  /// but unreserved characters is percent-encoded. A name without a value ends in `=`. Empty without items.
  package let text: String

  package init(_ items: [Item] = []) {
    let encoded = items.map { (StorePath.encoded($0.name), StorePath.encoded($0.value)) }
    let sorted = encoded.sorted { one, other in
      one.0.hasSameBytes(as: other.0)
        ? one.1.utf8.lexicographicallyPrecedes(other.1.utf8)
        : one.0.utf8.lexicographicallyPrecedes(other.0.utf8)
    }
    text = sorted.map { "\($0)=\($1)" }.joined(separator: "&")
  }
}

/// Percent-encoding as signatures know it ("Authenticating Requests: Using the Authorization Header", `UriEncode`).
package enum StorePath {
  /// The text with all but unreserved characters percent-encoded.
  package static func encoded(_ text: String) -> String {
    PercentCoding.encode(text.utf8, keeping: PercentCoding.isUnreserved)
  }

  /// A key as it stands in a path: its slashes stay.
  package static func encodedKey(_ key: String) -> String {
    PercentCoding.encode(key.utf8) { PercentCoding.isUnreserved($0) || $0 == UInt8(ascii: "/") }
  }
}
