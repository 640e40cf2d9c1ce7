/// A rational number, so that what the model reckons in floating point can be reckoned again without.
struct Fraction: Comparable {
  let above: Int
  /// Above 0, with no factor in common with `above`.
  let below: Int

  init(_ above: Int, _ below: Int = 1) {
    let divisor = Self.divisor(abs(above), abs(below)) * (below < 0 ? -1 : 1)
    self.above = above / divisor
    self.below = below / divisor
  }

  private static func divisor(_ one: Int, _ other: Int) -> Int {
    other == 0 ? max(one, 1) : divisor(other, one % other)
  }

  static func + (one: Self, other: Self) -> Self {
    Self(one.above * other.below + other.above * one.below, one.below * other.below)
  }
  static func - (one: Self, other: Self) -> Self {
    Self(one.above * other.below - other.above * one.below, one.below * other.below)
  }
  static func * (one: Self, other: Self) -> Self { Self(one.above * other.above, one.below * other.below) }
  static func / (one: Self, other: Self) -> Self { Self(one.above * other.below, one.below * other.above) }
  static func < (one: Self, other: Self) -> Bool { one.above * other.below < other.above * one.below }

  var floor: Int { above >= 0 ? above / below : -((-above + below - 1) / below) }
  var ceiling: Int { -Fraction(-above, below).floor }
  var isWhole: Bool { below == 1 }
  /// Halves go up.
  var nearest: Int { (self + Fraction(1, 2)).floor }
  var double: Double { Double(above) / Double(below) }
}
