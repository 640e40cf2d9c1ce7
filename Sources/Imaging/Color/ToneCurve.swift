/// The curve from samples to light.
package enum ToneCurve: Hashable, Sendable {
  /// sRGB's curve (IEC 61966-2-1).
  case srgb
  /// A power function with this exponent. The exponent 1 means linear light.
  case gamma(Double)
  /// The inverse of the camera's function in ITU-R BT.709, BT.601 and BT.2020.
  case bt709
  /// SMPTE ST 240.
  case smpte240

  /// The curve that ITU-T H.273, table 3, lists under `number`. Nil for the curves of HDR, for logarithmic
  /// curves, for ST 428, and for unspecified and reserved numbers.
  init?(number: Int) {
    switch number {
    case 1, 6, 11, 12, 14, 15: self = .bt709
    case 4: self = .gamma(2.2)
    case 5: self = .gamma(2.8)
    case 7: self = .smpte240
    case 8: self = .gamma(1)
    case 13: self = .srgb
    default: return nil
    }
  }

  /// A parametric curve of an ICC profile (ICC.1:2022, 10.18): its type, and its numbers.
  var parameters: (type: UInt8, numbers: [Double]) {
    switch self {
    case .srgb: (3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    case .gamma(let gamma): (0, [gamma])
    case .bt709: (3, [1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081])
    case .smpte240: (3, [1 / 0.45, 1 / 1.1115, 0.1115 / 1.1115, 1 / 4, 0.0912])
    }
  }
}
