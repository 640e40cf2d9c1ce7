import ImageModel

/// BlurHash: the lowest components of a picture in linear light, in base 83 (woltapp/blurhash, `Algorithm.md`).
enum BlurHash {
  /// The components across and down.
  private static let components = (across: 4, down: 3)

  /// The BlurHash of an opaque picture, 28 characters.
  static func text(of picture: PlaceholderPicture) -> String {
    let values = values(of: picture)
    let (mean, others) = (values[0], values.dropFirst())
    let greatest = others.reduce(0) { max($0, abs($1.x), abs($1.y), abs($1.z)) }
    let scale = whole(greatest * 166 - 0.5, most: 82)
    var text = digits((components.across - 1) + (components.down - 1) * 9, count: 1)
    text += digits(scale, count: 1)
    text += digits((0..<3).reduce(0) { $0 << 8 | SRGB.level(mean[$1]) }, count: 4)
    for value in others {
      let parts = (0..<3).map { channel -> Int in
        let share = value[channel] / (Double(scale + 1) / 166)
        let root = abs(share).squareRoot()
        return whole((share < 0 ? -root : root) * 9 + 9.5, most: 18)
      }
      text += digits(parts.reduce(0) { $0 * 19 + $1 }, count: 2)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The components of red, green and blue: by rows, and the mean first.
  private static func values(of picture: PlaceholderPicture) -> [SIMD3<Double>] {
    let (width, height) = (picture.size.width, picture.size.height)
    let light = picture.pixels.map { pixel in
      SIMD3(SRGB.light[Int(pixel.x)], SRGB.light[Int(pixel.y)], SRGB.light[Int(pixel.z)])
    }
    let across = (0..<components.across).map { i in (0..<width).map { Cosine.of(i * $0, over: width) } }
    let down = (0..<components.down).map { j in (0..<height).map { Cosine.of(j * $0, over: height) } }
    return down.indices.flatMap { j in
      across.indices.map { i in
        var sum = SIMD3<Double>()
        for y in 0..<height {
          for x in 0..<width { sum += light[y * width + x] * (across[i][x] * down[j][y]) }
        }
        return sum * ((i + j == 0 ? 1 : 2) / Double(width * height))
      }
    }
  }

  /// The largest whole number up to `value`, within 0...`most`.
  private static func whole(_ value: Double, most: Int) -> Int {
    Int(min(max(value.rounded(.down), 0), Double(most)))
  }

  /// A number in base 83.
  private static func digits(_ number: Int, count: Int) -> [UInt8] {
    var (digits, rest) = ([UInt8](), number)
    for _ in 0..<count {
      digits.append(Placeholder.digits[rest % 83])
      rest /= 83
    }
    return digits.reversed()
  }
}

/// The curve of sRGB (IEC 61966-2-1), by operations that IEEE 754 rounds in one way.
private enum SRGB {
  /// The light of each level of 8 bits, 0...1.
  static let light = (0...255).map { light(Double($0) / 255) }

  /// The nearest level of 8 bits for a light.
  static func level(_ light: Double) -> Int { steps.lastIndex { $0 <= light } ?? 0 }

  /// For each level the least light that is nearest to it. Level 0 has no lower bound.
  private static let steps = (0...255).map { $0 == 0 ? 0 : light((Double($0) - 0.5) / 255) }

  /// The light of a value of 0...1.
  private static func light(_ value: Double) -> Double {
    if value <= 0.04045 { return value / 12.92 }
    let base = (value + 0.055) / 1.055
    let square = base * base
    let fourth = square * square
    return fifthRoot(fourth * fourth * fourth)
  }

  /// The fifth root of a number of 0.0000000000001...1, by Newton's method from above: 48 steps reach the last bits.
  private static func fifthRoot(_ number: Double) -> Double {
    var root = 1.0
    for _ in 0..<48 {
      let fourth = root * root * root * root
      root -= (fourth * root - number) / (5 * fourth)
    }
    return root
  }
}
