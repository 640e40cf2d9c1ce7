/// A SHA-256 in 32 bytes, compact for large tables.
package struct Checksum: Hashable, Sendable {
  private let first, second, third, fourth: UInt64

  /// The checksum from 64 lower-case hexadecimal digits; nil for any other text.
  package init?(hexadecimal text: some StringProtocol) {
    var words: [UInt64] = []
    var word: UInt64 = 0
    var count = 0
    for digit in text.utf8 {
      guard let value = Self.value(of: digit) else { return nil }
      word = word << 4 | value
      count += 1
      if count % 16 == 0 { words.append(word) }
    }
    guard count == 64 else { return nil }
    (first, second, third, fourth) = (words[0], words[1], words[2], words[3])
  }

  /// 64 lower-case hexadecimal digits.
  package var hexadecimal: String {
    var bytes: [UInt8] = []
    for word in [first, second, third, fourth] { withUnsafeBytes(of: word.bigEndian) { bytes += $0 } }
    return System.hexadecimal(bytes)
  }

  private static func value(of digit: UInt8) -> UInt64? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(digit - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(digit - UInt8(ascii: "a")) + 10
    default: nil
    }
  }
}

extension Checksum: Codable {
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let sum = Self(hexadecimal: text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "'\(text)' is no SHA-256"))
    }
    self = sum
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(hexadecimal)
  }
}
