import System

extension Unicode.Scalar {
  /// The code point as Unicode writes it, in at least four digits: `U+000A` for a line feed.
  var codePoint: String { "U+" + Int(value).digits(4, radix: 16) }
}
