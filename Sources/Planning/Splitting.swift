import JobFile
import System

extension Split {
  /// The place in ``parts`` of the split that a group is in. It depends on the group's text alone, so that nothing moves when others come or go.
  ///
  /// The first 8 bytes of the text's SHA-256, big-endian, are the number that decides.
  func part(ofGroup text: String) -> Int {
    // 16 hexadecimal digits are always a number.
    part(at: UInt64(SHA256.digest(of: Array(text.utf8), bytes: 8), radix: 16) ?? 0)
  }

  /// The first split that ends above `number` when 2^64 is cut into the shares, in their order.
  func part(at number: UInt64) -> Int {
    var end = 0.0
    for (place, part) in parts.dropLast().enumerated() {
      end += part.share
      let bound = (end / 100 * 0x1p64).rounded(.up)
      // Compared as whole numbers: as a Double, a number just below 2^64 would be 2^64.
      if bound >= 0x1p64 || number < UInt64(bound) { return place }
    }
    return parts.count - 1
  }
}
