/// The colour model of a decoded picture's samples.
package enum ColorModel: String, Codable, Sendable {
  case grey
  /// JFIF 1.02, full range.
  case ycbcr
  /// Red, green and blue.
  case rgb
  /// Cyan, magenta, yellow and black ink; 0 means no ink.
  case cmyk

  /// The number of samples in a pixel.
  package var samples: Int {
    switch self {
    case .grey: 1
    case .ycbcr, .rgb: 3
    case .cmyk: 4
    }
  }
}
