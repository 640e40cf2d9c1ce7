/// The value of an `ETag` header, which names one version of a URL's content (RFC 9110, section 8.8.3).
package struct EntityTag: Sendable {
  /// The text between the quotes.
  package let opaque: String
  /// True if two versions that differ in bytes may have the same tag.
  package let isWeak: Bool

  /// Nil for a text that is no tag: one without quotes, for example.
  package init?(_ value: String) {
    isWeak = value.hasPrefix("W/")
    let quoted = value.utf8.dropFirst(isWeak ? 2 : 0)
    guard quoted.count >= 2, quoted.first == UInt8(ascii: "\""), quoted.last == UInt8(ascii: "\"") else {
      return nil
    }
    let inner = quoted.dropFirst().dropLast()
    guard inner.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != 0x7F }) else { return nil }
    opaque = String(Substring(inner))
  }

  /// The tag as it stands in a header.
  package var text: String { (isWeak ? "W/" : "") + "\"\(opaque)\"" }
}
