/// A scan cut into pieces that can be decoded independently: whole restart intervals and whole rows of
/// units.
struct ScanPieces {
  /// The approximate number of units in a piece: large enough that cutting costs little.
  private static let length = 1024
  /// The least number of pieces to decode. A scan with fewer isn't cut into pieces.
  private static let fewest = 4

  private let units: ScanUnits
  private let interval: Int
  /// Rows of units in a piece; the last piece may have fewer.
  let rows: Int
  /// The pieces to decode.
  let needed: Range<Int>

  /// Nil if the scan has no restart intervals, if even the smallest piece has more than `mostRows` rows of
  /// units, or if there are too few pieces.
  init?(_ units: ScanUnits, interval: Int, looksAtAll: Bool, mostRows: Int) {
    guard interval > 0 else { return nil }
    let step = interval / Self.commonDivisor(interval, units.across)
    let wanted = step * Self.length.divided(by: step * units.across)
    rows = min(wanted, mostRows / step * step)
    guard rows > 0 else { return nil }
    needed =
      looksAtAll
      ? 0..<units.down.divided(by: rows)
      : units.rows.lowerBound / rows..<units.rows.upperBound.divided(by: rows)
    guard needed.count >= Self.fewest else { return nil }
    (self.units, self.interval) = (units, interval)
  }

  func units(of piece: Int) -> Range<Int> {
    let first = piece * rows * units.across
    return first..<min(first + rows * units.across, units.count)
  }

  func intervals(of piece: Int) -> Int { units(of: piece).count.divided(by: interval) }

  /// The kept rows of units in a piece.
  func keptRows(of piece: Int) -> Range<Int> {
    units.rows.clamped(to: piece * rows..<min((piece + 1) * rows, units.down))
  }

  private static func commonDivisor(_ first: Int, _ second: Int) -> Int {
    var (larger, smaller) = (first, second)
    while smaller > 0 { (larger, smaller) = (smaller, larger % smaller) }
    return larger
  }
}
