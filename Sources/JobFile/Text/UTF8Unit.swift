/// One character of a file name: a Unicode scalar, or a single byte if the name isn't UTF-8.
///
/// Well-formed sequences are those of the Unicode Standard, table 3-7.
struct UTF8Unit: Hashable {
  /// The scalar's value; `invalidBase` plus the byte if the name isn't UTF-8.
  let value: UInt32
  /// The number of bytes of the character, 1...4.
  let length: Int

  /// A number above every scalar. So a stray byte equals no character of a pattern.
  static let invalidBase: UInt32 = 0x11_0000

  /// True for a Unicode scalar; false for a byte that isn't UTF-8.
  var isValid: Bool { value < Self.invalidBase }
}

extension UTF8Unit {
  /// Reads the unit at `index`, which must be an index of `bytes`.
  init(_ bytes: ArraySlice<UInt8>, at index: Int) {
    let lead = bytes[index]
    let value = Self.multiByteScalar(bytes, at: index, lead: lead)
    switch value {
    case _ where lead < 0x80: self.init(value: UInt32(lead), length: 1)
    case .some(let value): self.init(value: value, length: value < 0x800 ? 2 : value < 0x1_0000 ? 3 : 4)
    case .none: self.init(value: Self.invalidBase + UInt32(lead), length: 1)
    }
  }

  private static func multiByteScalar(_ bytes: ArraySlice<UInt8>, at index: Int, lead: UInt8) -> UInt32? {
    let (more, start, least): (Int, UInt32, UInt32)
    switch lead {
    case 0xC2...0xDF: (more, start, least) = (1, UInt32(lead & 0x1F), 0x80)
    case 0xE0...0xEF: (more, start, least) = (2, UInt32(lead & 0x0F), 0x800)
    case 0xF0...0xF4: (more, start, least) = (3, UInt32(lead & 0x07), 0x1_0000)
    default: return nil
    }
    guard index + more < bytes.endIndex else { return nil }
    var value = start
    for byte in bytes[(index + 1)...(index + more)] {
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return value >= least && Unicode.Scalar(value) != nil ? value : nil
  }
}

extension UTF8Unit {
  /// True when all of `bytes` is UTF-8.
  static func areAllValid(in bytes: ArraySlice<UInt8>) -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let unit = UTF8Unit(bytes, at: index)
      guard unit.isValid else { return false }
      index += unit.length
    }
    return true
  }

  /// The bytes as text; each byte that isn't UTF-8 as `%` and two hex digits.
  static func display(_ bytes: ArraySlice<UInt8>) -> String {
    if areAllValid(in: bytes) { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let unit = UTF8Unit(bytes, at: index)
      if unit.isValid {
        text += bytes[index..<(index + unit.length)]
      } else {
        // ASCII is always valid, so this byte is above 0x7F and has two digits.
        text += "%\(String(bytes[index], radix: 16, uppercase: true))".utf8
      }
      index += unit.length
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension UInt8 {
  package static let slash = UInt8(ascii: "/")
  static let dot = UInt8(ascii: ".")
}
