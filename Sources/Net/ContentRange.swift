import System

/// The header `Content-Range` of a reply, in bytes (RFC 9110, section 14.4).
package struct ContentRange: Hashable, Sendable {
  /// The bytes that the reply has; nil if the range that was asked for lies behind the end.
  package let range: Range<Int>?
  /// The size of the whole, in bytes; nil if the server doesn't know it.
  package let size: Int?

  /// Nil for another unit, a range that ends before it begins or reaches over the size, and any other text.
  package init?(_ value: String) {
    var scanner = ByteScanner(value.lowercased())
    guard scanner.skip("bytes ") else { return nil }
    if scanner.skip("*/") {
      guard let size = scanner.number(), scanner.isAtEnd else { return nil }
      (range, self.size) = (nil, size)
      return
    }
    guard let first = scanner.number(), scanner.skip("-"), let last = scanner.number(), scanner.skip("/"),
      first <= last, last < Int.max
    else { return nil }
    range = first..<last + 1
    if scanner.skip("*") {
      size = nil
    } else {
      guard let size = scanner.number(), last < size else { return nil }
      self.size = size
    }
    if !scanner.isAtEnd { return nil }
  }
}
