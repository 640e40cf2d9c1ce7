import Foundation

/// ICC profiles for tests, written without the code under test (ICC.1:2001 and ICC.1:2022).
package enum TestProfile {
  /// Version 2 of RGB: primaries as they are seen under D50, each X, Y, Z, and one gamma for all.
  package static func matrix(_ primaries: [[Double]], gamma: Double) -> [UInt8] {
    let curve = Array("curv".utf8) + big(0, 4) + big(1, 4) + big(Int((gamma * 256).rounded()), 2)
    let columns = zip(["r", "g", "b"], primaries).map { ($0 + "XYZ", xyz($1)) }
    return profile("mntr", "RGB ", "XYZ ", columns + ["r", "g", "b"].map { ($0 + "TRC", curve) })
  }

  /// Version 2 of CMYK: a table of two places for each ink (6.5.8), with the Lab colour of each corner.
  package static func cmyk(_ lab: (_ inks: [Double]) -> [Double]) -> [UInt8] {
    let identity = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { fixed(Double($0)) }
    var table = Array("mft2".utf8) + big(0, 4) + [4, 3, 2, 0] + identity + big(2, 2) + big(2, 2)
    for _ in 0..<4 { table += big(0, 2) + big(65535, 2) }
    for corner in 0..<16 {
      let color = lab((0..<4).map { Double(corner >> (3 - $0) & 1) })
      let values = [color[0] / 100 * 65280, (color[1] + 128) * 256, (color[2] + 128) * 256]
      for value in values { table += big(Int(value.rounded()), 2) }
    }
    for _ in 0..<3 { table += big(0, 2) + big(65535, 2) }
    return profile("prtr", "CMYK", "Lab ", [("A2B0", table)])
  }

  /// Version 2 of CMYK: a table of so many places for each ink, in 8 bits (`mft1`, 6.5.9) or 16 (`mft2`).
  package static func cmykTable(_ kind: String, places: Int) -> [UInt8] {
    let identity = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { fixed(Double($0)) }
    let count = places * places * places * places * 3
    var table = Array(kind.utf8) + big(0, 4)
    table += [4, 3, UInt8(places), 0]
    table += identity
    if kind == "mft1" {
      let curve = (0..<256).map { UInt8($0) }
      for _ in 0..<4 { table += curve }
      table += (0..<count).map { UInt8(truncatingIfNeeded: $0) }
      for _ in 0..<3 { table += curve }
    } else {
      let curve = big(0, 2) + big(65535, 2)
      table += big(2, 2) + big(2, 2)
      for _ in 0..<4 { table += curve }
      table += (0..<count * 2).map { UInt8(truncatingIfNeeded: $0) }
      for _ in 0..<3 { table += curve }
    }
    return profile("prtr", "CMYK", "Lab ", [("A2B0", table)])
  }

  /// A profile as the APP2 segments of a JPEG (ICC.1:2022, B.4).
  package static func segments(_ profile: [UInt8]) -> [UInt8] {
    let most = 65_519
    let count = (profile.count + most - 1) / most
    var segments: [UInt8] = []
    for index in 0..<count {
      let part = profile[(index * most)..<min(profile.count, (index + 1) * most)]
      segments += [0xFF, 0xE2]
      segments += big(part.count + 16, 2)
      segments += Array("ICC_PROFILE\0".utf8)
      segments += [UInt8(index + 1), UInt8(count)]
      segments += part
    }
    return segments
  }

  private static func profile(
    _ kind: String, _ space: String, _ connection: String, _ tags: [(String, [UInt8])]
  ) -> [UInt8] {
    let text = Array("text".utf8) + big(0, 4) + Array("test\0".utf8)
    let description =
      Array("desc".utf8) + big(0, 4) + big(5, 4) + Array("test\0".utf8) + [UInt8](repeating: 0, count: 78)
    let white = xyz([0.9642, 1, 0.8249])
    let all = [("desc", description), ("cprt", text), ("wtpt", white)] + tags
    var list = big(all.count, 4)
    var bodies: [UInt8] = []
    for (name, body) in all {
      list += Array(name.utf8) + big(132 + 12 * all.count + bodies.count, 4) + big(body.count, 4)
      bodies += body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
    }
    let size = 128 + list.count + bodies.count
    let header =
      big(size, 4) + big(0, 4) + [2, 0x40, 0, 0] + Array((kind + space + connection).utf8)
      + big(0, 12) + Array("acsp".utf8) + big(0, 28) + Array(white.dropFirst(8)) + big(0, 48)
    return header + list + bodies
  }

  private static func xyz(_ value: [Double]) -> [UInt8] {
    Array("XYZ ".utf8) + big(0, 4) + value.flatMap(fixed)
  }

  private static func fixed(_ value: Double) -> [UInt8] { big(Int((value * 65536).rounded()), 4) }

  private static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < count - 8 ? 0 : UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }
}

/// Colours reckoned in double precision.
package enum TestColor {
  /// Three primaries and a white, as x and y, in X, Y and Z under D50: a column each (Bradford).
  package static func primaries(_ places: [[Double]], white: [Double] = [0.3127, 0.3290]) -> [[Double]] {
    let columns = places.map(light)
    let target = light(white)
    let scales = solved(columns, target)
    let bradford = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
    let (from, to) = (times(bradford, target), times(bradford, [0.9642, 1, 0.8249]))
    return zip(columns, scales).map { column, scale in
      let cone = times(bradford, column.map { $0 * scale })
      let adapted = (0..<3).map { cone[$0] * to[$0] / from[$0] }
      return solved((0..<3).map { row in bradford.map { $0[row] } }, adapted)
    }
  }

  /// sRGB's primaries.
  package static let srgb = primaries([[0.64, 0.33], [0.30, 0.60], [0.15, 0.06]])
  /// Display P3's.
  package static let displayP3 = primaries([[0.68, 0.32], [0.265, 0.69], [0.15, 0.06]])
  /// Those of Adobe RGB (1998).
  package static let adobeRGB = primaries([[0.64, 0.33], [0.21, 0.71], [0.15, 0.06]])

  /// IEC 61966-2-1: light of a sample, both 0...1.
  package static func light(ofSRGB value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// Its inverse.
  package static func srgb(ofLight light: Double) -> Double {
    let light = min(max(light, 0), 1)
    return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// X, Y, Z of three lights.
  package static func xyz(_ light: [Double], _ primaries: [[Double]]) -> [Double] {
    (0..<3).map { row in (0..<3).reduce(0) { $0 + primaries[$1][row] * light[$1] } }
  }

  /// Samples of X, Y, Z under D50 with the curve of sRGB, 0...1, cut off where `primaries` haven't the colour.
  package static func samples(ofXYZ color: [Double], _ primaries: [[Double]] = srgb) -> [Double] {
    solved(primaries, color).map(srgb(ofLight:))
  }

  /// X, Y, Z under D50 of CIELAB.
  package static func xyz(ofLab lab: [Double]) -> [Double] {
    let y = (lab[0] + 16) / 116
    func inverse(_ t: Double) -> Double { t > 6.0 / 29 ? t * t * t : (t - 16.0 / 116) * 3 * 36 / 841 }
    return [inverse(y + lab[1] / 500) * 0.9642, inverse(y), inverse(y - lab[2] / 200) * 0.8249]
  }

  private static func light(_ place: [Double]) -> [Double] {
    [place[0] / place[1], 1, (1 - place[0] - place[1]) / place[1]]
  }

  private static func times(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
    matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  /// How much of each of three columns makes a vector (Cramer's rule).
  private static func solved(_ columns: [[Double]], _ vector: [Double]) -> [Double] {
    func determinant(_ c: [[Double]]) -> Double {
      c[0][0] * (c[1][1] * c[2][2] - c[2][1] * c[1][2]) - c[1][0] * (c[0][1] * c[2][2] - c[2][1] * c[0][2])
        + c[2][0] * (c[0][1] * c[1][2] - c[1][1] * c[0][2])
    }
    let whole = determinant(columns)
    return (0..<3).map { place in
      var replaced = columns
      replaced[place] = vector
      return determinant(replaced) / whole
    }
  }
}
