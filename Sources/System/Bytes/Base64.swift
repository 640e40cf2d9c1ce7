/// Bytes as text (RFC 4648, section 4).
package enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Four characters for each three bytes. `=` fills up the last four characters.
  package static func text(_ bytes: [UInt8]) -> String {
    let count = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: count) { text in
      for (place, start) in stride(from: 0, to: bytes.count, by: 3).enumerated() {
        let part = bytes[start..<min(start + 3, bytes.count)]
        let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
        for digit in 0..<4 {
          let isFilled = digit <= part.count
          text[4 * place + digit] =
            isFilled ? digits[bits >> (18 - 6 * digit) & 63] : UInt8(ascii: "=")
        }
      }
      return count
    }
  }
}
