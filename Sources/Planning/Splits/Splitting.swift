import JobFile
import System

extension Split {
  /// The index of a group's split in ``parts``. The index depends only on the group's text, so no group moves
  /// when others come or go.
  ///
  func part(ofGroup text: String) -> Int { part(at: Self.number(ofGroup: text)) }

  /// The number that decides for a group: the first 8 bytes of its text's SHA-256, big-endian.
  package static func number(ofGroup text: String) -> UInt64 {
    // 16 hexadecimal digits are always a number.
    UInt64(SHA256.digest(of: Array(text.utf8), bytes: 8), radix: 16) ?? 0
  }

  /// The index of the split for `number`. Each split in turn gets its share of the numbers below 2^64. The
  /// result is the first split that ends above `number`.
  func part(at number: UInt64) -> Int {
    var end = 0.0
    for (place, part) in parts.dropLast().enumerated() {
      end += part.share
      let bound = (end / 100 * 0x1p64).rounded(.up)
      // Compared as integers: as a Double, a number just below 2^64 would be 2^64.
      if bound >= 0x1p64 || number < UInt64(bound) { return place }
    }
    return parts.count - 1
  }
}
