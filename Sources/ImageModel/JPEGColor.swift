/// The colours of a JPEG's samples, as far as we take them.
package enum JPEGColor: String, Codable, Sendable {
  case grey
  /// JFIF 1.02, full range.
  case ycbcr
  /// Three components that are red, green and blue.
  case rgb

  /// Samples a pixel.
  package var samples: Int { self == .grey ? 1 : 3 }
}
