extension Unicode.Scalar {
  /// Such as `U+000A`: the code point in at least four digits, as Unicode writes it.
  var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
