import System

extension Unicode.Scalar {
  /// Such as `U+000A`: the code point in at least four digits, as Unicode writes it.
  var codePoint: String { "U+" + Int(value).digits(4, radix: 16) }
}
