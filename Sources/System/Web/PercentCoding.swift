/// Percent-encoding (RFC 3986, section 2.1).
package enum PercentCoding {
  /// True for `A-Z a-z 0-9 - . _ ~` (RFC 3986, section 2.3).
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~")].contains(byte)
    }
  }

  /// The text of `bytes`. Each byte that `keeps` refuses becomes `%` and two upper-case hexadecimal digits.
  /// `keeps` must refuse bytes from 0x80 on.
  package static func encode(_ bytes: some Sequence<UInt8>, keeping keeps: (UInt8) -> Bool) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      if keeps(byte) {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "%"), upperDigit(byte >> 4), upperDigit(byte & 15)]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that `text` stands for. A `%` without two hexadecimal digits after it stands for itself. With
  /// `plusIsSpace`, a `+` stands for a space, as in forms.
  package static func decode(_ text: some Sequence<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
    let text = Array(text)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var place = 0
    while place < text.count {
      if text[place] == UInt8(ascii: "%"), place + 2 < text.count, let high = value(of: text[place + 1]),
        let low = value(of: text[place + 2])
      {
        bytes.append(high << 4 | low)
        place += 3
        continue
      }
      let isSpace = plusIsSpace && text[place] == UInt8(ascii: "+")
      bytes.append(isSpace ? UInt8(ascii: " ") : text[place])
      place += 1
    }
    return bytes
  }

  /// The value of a hexadecimal digit; nil for any other byte.
  package static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  private static func upperDigit(_ value: UInt8) -> UInt8 { (value < 10 ? 0x30 : 0x37) + value }
}
