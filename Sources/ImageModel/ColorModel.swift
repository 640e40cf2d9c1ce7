/// The colour model of a decoded picture's samples.
package enum ColorModel: String, Codable, Sendable {
  case grey
  /// JFIF 1.02, full range.
  case ycbcr
  /// Red, green and blue.
  case rgb
  /// Ink: 0 for none.
  case cmyk

  /// Samples a pixel.
  package var samples: Int {
    switch self {
    case .grey: 1
    case .ycbcr, .rgb: 3
    case .cmyk: 4
    }
  }
}
