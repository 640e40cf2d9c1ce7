/// The primaries and the white as CIE 1931 x and y.
package struct Chromaticities: Hashable, Sendable {
  package struct Point: Hashable, Sendable {
    package var x: Double
    package var y: Double

    init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

    /// X, Y and Z of a light of luminance 1.
    var light: Vector { Vector(x / y, 1, (1 - x - y) / y) }

    /// True if this point and `other` agree to a thousandth. Writers round to thousandths.
    func isNear(_ other: Point) -> Bool { abs(x - other.x) < 0.001 && abs(y - other.y) < 0.001 }
  }

  package var red: Point
  package var green: Point
  package var blue: Point
  package var white: Point

  init(_ red: Point, _ green: Point, _ blue: Point, white: Point) {
    (self.red, self.green, self.blue, self.white) = (red, green, blue, white)
  }

  private var points: [Point] { [red, green, blue, white] }

  /// True if the primaries form a triangle around the white. Only then can a profile be made of them.
  var isUsable: Bool {
    let area = (green.x - red.x) * (blue.y - red.y) - (blue.x - red.x) * (green.y - red.y)
    guard points.allSatisfy({ (0...1).contains($0.x) && $0.y > 0.001 && $0.y <= 1 }), abs(area) > 0.01
    else { return false }
    let numbers = adaptation.rows + primaries.flatMap { [$0.x, $0.y, $0.z] }
    return shares.isPositive && numbers.allSatisfy { abs($0) < 100 }
  }

  /// True if all four points agree to a thousandth.
  func isNear(_ other: Chromaticities) -> Bool {
    zip(points, other.points).allSatisfy { $0.isNear($1) }
  }

  /// The share of each primary in white.
  private var shares: Vector { Matrix(red.light, green.light, blue.light).inverse * white.light }

  /// Red, green and blue as X, Y and Z under the white D50, as in ICC profiles.
  var primaries: [Vector] {
    let shares = shares
    return zip([red, green, blue], [shares.x, shares.y, shares.z]).map { point, share in
      adaptation * (point.light * share)
    }
  }

  /// The matrix from this white to D50, by Bradford's cones (ICC.1:2022, annex E).
  var adaptation: Matrix {
    let (from, to) = (Matrix.bradford * white.light, Matrix.bradford * Vector(0.9642, 1, 0.8249))
    let scale = Matrix(
      Vector(to.x / from.x, 0, 0), Vector(0, to.y / from.y, 0), Vector(0, 0, to.z / from.z))
    return Matrix.bradford.inverse * (scale * Matrix.bradford)
  }
}

extension Chromaticities {
  static let d65 = Point(0.3127, 0.3290)
  private static let c = Point(0.310, 0.316)

  static let bt709 = Chromaticities(Point(0.64, 0.33), Point(0.30, 0.60), Point(0.15, 0.06), white: d65)
  static let p3 = Chromaticities(Point(0.680, 0.320), Point(0.265, 0.690), Point(0.150, 0.060), white: d65)

  /// The primaries that ITU-T H.273, table 2, lists under `number`. Nil for unspecified and reserved numbers,
  /// and for the number whose primaries are X, Y and Z themselves.
  init?(number: Int) {
    switch number {
    case 1: self = .bt709
    case 4: self.init(Point(0.67, 0.33), Point(0.21, 0.71), Point(0.14, 0.08), white: Self.c)
    case 5: self.init(Point(0.64, 0.33), Point(0.29, 0.60), Point(0.15, 0.06), white: Self.d65)
    case 6, 7: self.init(Point(0.630, 0.340), Point(0.310, 0.595), Point(0.155, 0.070), white: Self.d65)
    case 8: self.init(Point(0.681, 0.319), Point(0.243, 0.692), Point(0.145, 0.049), white: Self.c)
    case 9: self.init(Point(0.708, 0.292), Point(0.170, 0.797), Point(0.131, 0.046), white: Self.d65)
    case 11:
      self.init(Point(0.680, 0.320), Point(0.265, 0.690), Point(0.150, 0.060), white: Point(0.314, 0.351))
    case 12: self = .p3
    case 22: self.init(Point(0.630, 0.340), Point(0.295, 0.605), Point(0.155, 0.077), white: Self.d65)
    default: return nil
    }
  }
}
