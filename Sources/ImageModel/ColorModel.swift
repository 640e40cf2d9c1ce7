/// What the samples of a decoded picture are.
package enum ColorModel: String, Codable, Sendable {
  case grey
  /// JFIF 1.02, full range.
  case ycbcr
  /// Three components that are red, green and blue.
  case rgb

  /// Samples a pixel.
  package var samples: Int { self == .grey ? 1 : 3 }
}
