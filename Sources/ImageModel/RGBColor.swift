import Glibc

/// An sRGB colour with 8 bits in each channel. Encoded as `"#rrggbb"`.
package struct RGBColor: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The default background.
  package static let black = RGBColor(red: 0, green: 0, blue: 0)

  /// True if the colour is black, white or a grey.
  package var isGrey: Bool { red == green && green == blue }

  /// A colour from `#rgb` or `#rrggbb`.
  package init?(hex text: String) {
    let digits = text.utf8.dropFirst().compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == text.utf8.count - 1 else { return nil }
    switch digits.count {
    case 3:
      self.init(red: UInt8(digits[0] * 17), green: UInt8(digits[1] * 17), blue: UInt8(digits[2] * 17))
    case 6:
      self.init(
        red: UInt8(digits[0] * 16 + digits[1]), green: UInt8(digits[2] * 16 + digits[3]),
        blue: UInt8(digits[4] * 16 + digits[5]))
    default: return nil
    }
  }

  /// The colour as full-range Y, Cb, Cr (JFIF 1.02, "Conversion to and from RGB").
  package var ycbcr: [UInt8] {
    let (r, g, b) = (Double(red), Double(green), Double(blue))
    return [
      0.299 * r + 0.587 * g + 0.114 * b,
      128 - 0.168735892 * r - 0.331264108 * g + 0.5 * b,
      128 + 0.5 * r - 0.418687589 * g - 0.081312411 * b,
    ].map { UInt8(min(max(($0 + 0.5).rounded(.down), 0), 255)) }
  }

  /// Cyan, magenta, yellow and black, with as much black as possible.
  private var ink: [UInt8] {
    let light = Int(max(red, green, blue))
    guard light > 0 else { return [0, 0, 0, 255] }
    let colors = [red, green, blue].map { UInt8((light - Int($0)) * 255 / light) }
    return colors + [UInt8(255 - light)]
  }

  /// The colour in the encoding of ``ColorModel/lab`` (IEC 61966-2-1; CIE 15:2004, 8.2.1).
  private var lab: [UInt8] {
    let light = [red, green, blue].map { sample in
      let value = Double(sample) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    // Rows of the matrix from linear sRGB to X, Y and Z, relative to the white D50.
    let rows = [
      [0.452231, 0.399412, 0.148357], [0.222485, 0.716905, 0.060610], [0.016875, 0.117671, 0.865454],
    ]
    let roots = rows.map { row in
      let part = zip(row, light).reduce(0) { $0 + $1.0 * $1.1 }
      return part > 216.0 / 24389 ? cbrt(part) : (24389.0 / 27 * part + 16) / 116
    }
    let values = [
      (116 * roots[1] - 16) * 2.55, 500 * (roots[0] - roots[1]) + 128, 200 * (roots[1] - roots[2]) + 128,
    ]
    return values.map { UInt8(min(max($0.rounded(), 0), 255)) }
  }

  /// The colour as one 8-bit sample for each plane of a picture in the format `pixels`. Alpha is opaque.
  package func samples(_ pixels: PixelFormat) -> [UInt8] {
    let colors =
      switch pixels.color {
      case .grey: [ycbcr[0]]
      case .ycbcr: ycbcr
      case .rgb: [red, green, blue]
      case .cmyk: ink
      case .lab: lab
      }
    return colors + (pixels.hasAlpha ? [255] : [])
  }
}

extension RGBColor: TextCodable {
  package init?(_ text: String) { self.init(hex: text) }

  package var description: String {
    let digits = String(Int(red) << 16 | Int(green) << 8 | Int(blue), radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }
}
