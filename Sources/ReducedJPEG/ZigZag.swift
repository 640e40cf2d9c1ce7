/// The order of coefficients in a file (ITU-T T.81, figure A.6).
enum ZigZag {
  /// For each coefficient in the file's order, its place in a block. The place is 8 times the vertical
  /// frequency plus the horizontal frequency.
  static let places: [Int] = {
    var places: [Int] = []
    for diagonal in 0..<15 {
      let rows = max(0, diagonal - 7)...min(diagonal, 7)
      for row in diagonal % 2 == 0 ? rows.reversed() : Array(rows) { places.append(8 * row + diagonal - row) }
    }
    return places
  }()

  /// The highest index, in the file's order, of the `size` x `size` lowest frequencies.
  static func last(of size: Int) -> Int {
    places.lastIndex { $0 / 8 < size && $0 % 8 < size } ?? 0
  }
}
