/// Numbers in headers of tars.
enum TarNumber {
  /// The number of a field: octal digits with spaces before them, and spaces or zeros behind; or, if the first bit is
  /// set, GNU's big-endian number in two's complement. Nil for anything else, and for negative numbers and those above
  /// 2^63 - 1. A field without digits is 0.
  static func read(_ field: ArraySlice<UInt8>) -> UInt64? {
    guard let first = field.first else { return nil }
    return first & 0x80 == 0 ? octal(field) : binary(first, field.dropFirst())
  }

  private static func octal(_ field: ArraySlice<UInt8>) -> UInt64? {
    let digits = field.drop { $0 == UInt8(ascii: " ") }
    var value: UInt64 = 0
    var rest = digits
    while let digit = rest.first, UInt8(ascii: "0")...UInt8(ascii: "7") ~= digit {
      guard value <= largest >> 3 else { return nil }
      value = value << 3 | UInt64(digit - UInt8(ascii: "0"))
      rest = rest.dropFirst()
    }
    // Some programs leave old bytes behind the zero that ends a number.
    guard let end = rest.first else { return value }
    return end == 0 || rest.allSatisfy { $0 == 0 || $0 == UInt8(ascii: " ") } ? value : nil
  }

  private static func binary(_ first: UInt8, _ rest: ArraySlice<UInt8>) -> UInt64? {
    if first & 0x40 != 0 { return nil }
    var value = UInt64(first & 0x3F)
    for byte in rest {
      guard value <= largest >> 8 else { return nil }
      value = value << 8 | UInt64(byte)
    }
    return value
  }

  /// The number of decimal digits alone, as in a header of pax; nil for anything else, or above 2^63 - 1.
  static func decimal(_ text: some Sequence<UInt8>) -> UInt64? {
    var value: UInt64?
    for digit in text {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
      let before = value ?? 0
      guard before <= (largest - 9) / 10 else { return nil }
      value = before * 10 + UInt64(digit - UInt8(ascii: "0"))
    }
    return value
  }

  private static let largest = UInt64(Int64.max)
}
