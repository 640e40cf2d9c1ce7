/// Smooth noise that a seed fixes: the same numbers on every machine.
struct Noise {
  let seed: UInt32

  /// The noise at a point, 0...1. The noise changes smoothly between points with whole coordinates.
  func value(_ x: Double, _ y: Double) -> Double {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (column, row) = (Int32(left), Int32(top))
    let (u, v) = (Self.eased(x - left), Self.eased(y - top))
    let above = Self.mix(corner(column, row), corner(column + 1, row), u)
    let below = Self.mix(corner(column, row + 1), corner(column + 1, row + 1), u)
    return Self.mix(above, below, v)
  }

  /// Four layers of noise, each twice as fine and half as strong as the one before; 0...1.
  func layered(_ x: Double, _ y: Double) -> Double {
    var (sum, weight, scale) = (0.0, 0.5, 1.0)
    for _ in 0..<4 {
      sum += weight * value(x * scale, y * scale)
      weight /= 2
      scale *= 2
    }
    return sum / 0.9375
  }

  static func mix(_ a: Double, _ b: Double, _ amount: Double) -> Double { a + (b - a) * amount }

  private static func eased(_ t: Double) -> Double { t * t * (3 - 2 * t) }

  private func corner(_ x: Int32, _ y: Int32) -> Double {
    var bits = UInt32(bitPattern: x) &* 0x9E37_79B1 ^ UInt32(bitPattern: y) &* 0x85EB_CA77 ^ seed
    bits ^= bits >> 15
    bits = bits &* 0x2C1B_3C6D
    bits ^= bits >> 12
    bits = bits &* 0x297A_2D39
    bits ^= bits >> 15
    return Double(bits) / Double(UInt32.max)
  }
}

/// Mixes two inks: an `amount` of 0 gives `a`, and 1 gives `b`.
func mix(_ a: Ink, _ b: Ink, _ amount: Double) -> Ink {
  a + (b - a) * Float(min(max(amount, 0), 1))
}
