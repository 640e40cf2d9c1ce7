/// Addresses in an SVG: parts of the same file, and data (RFC 2397).
enum SVGAddress {
  /// True for an address of a part of the same file, such as `#a`, and for an empty address.
  static func isPart(_ address: Substring) -> Bool {
    address.isEmpty || address.first == "#" && !address.dropFirst().contains("#")
  }

  /// The type in lower case, empty if it is missing, and the data of a `data:` address. Nil for other addresses,
  /// and for data that can't be decoded.
  static func data(of address: String) -> (type: String, bytes: [UInt8])? {
    let text = trimmed(address)
    guard text.prefix(5).lowercased() == "data:", !text.contains("#"),
      let comma = text.utf8.firstIndex(of: UInt8(ascii: ","))
    else { return nil }
    let kind = text[..<comma].dropFirst(5).lowercased()
    let type = String(kind.prefix { $0 != ";" })
    let bytes = percentDecoded(text[text.index(after: comma)...].utf8)
    guard kind.hasSuffix(";base64") else { return (type, bytes) }
    return base64Decoded(bytes).map { (type, $0) }
  }

  /// The address as a parser reads it: without tabs and line ends, and without white space at the ends (WHATWG URL,
  /// 4.4).
  private static func trimmed(_ address: String) -> String {
    var bytes = address.utf8.filter { ![9, 10, 13].contains($0) }[...]
    bytes = bytes.drop { $0 <= 32 }
    while let last = bytes.last, last <= 32 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func percentDecoded(_ text: Substring.UTF8View) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = hexadecimal(rest.prefix(2)) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  /// The value of two digits; nil for anything else.
  private static func hexadecimal(_ digits: Substring.UTF8View) -> UInt8? {
    let values = digits.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    return values.count == 2 ? UInt8(values[0] * 16 + values[1]) : nil
  }

  /// Decodes base 64 (RFC 4648, 4), and passes over white space; nil for other characters.
  private static func base64Decoded(_ text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var (bits, count): (UInt32, Int) = (0, 0)
    for byte in text {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): digit = 62
      case UInt8(ascii: "/"): digit = 63
      case UInt8(ascii: "="), UInt8(ascii: " "), 9, 10, 12, 13: continue
      default: return nil
      }
      bits = bits << 6 | UInt32(digit)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }
}
