/// The colour model of a decoded picture's samples.
package enum ColorModel: String, Codable, Sendable {
  case grey
  /// JFIF 1.02, full range.
  case ycbcr
  /// Red, green and blue.
  case rgb
  /// Cyan, magenta, yellow and black ink; 0 means no ink.
  case cmyk
  /// CIE L*a*b* with the white D50, in the encoding of ICC.1:2022, 6.3.4: L* from 0 to 100, a* and b* from -128
  /// to 127.
  case lab

  /// The number of samples in a pixel.
  package var samples: Int {
    switch self {
    case .grey: 1
    case .ycbcr, .rgb, .lab: 3
    case .cmyk: 4
    }
  }

  /// True for colours that no output holds: Little CMS converts them to RGB.
  package var isAlwaysConverted: Bool { self == .cmyk || self == .lab }
}
