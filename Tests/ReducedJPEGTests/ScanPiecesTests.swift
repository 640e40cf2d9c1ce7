import Testing

@testable import ReducedJPEG

@Suite("Pieces of a scan")
struct ScanPiecesTests {
  private static func units(_ across: Int, _ down: Int, rows: Range<Int>? = nil) -> ScanUnits {
    ScanUnits(across: across, down: down, columns: 0..<across, rows: rows ?? 0..<down)
  }

  /// 1024 units are about 11 rows of 100: so many that an interval begins with each piece, and not more than wanted where
  /// rows are long.
  @Test(
    "They begin with an interval and with a row, and have about 1024 units",
    arguments: [
      (100, 100, 11), (100, 1, 11), (100, 50, 11), (100, 200, 12), (100, 300, 12), (100, 30, 12),
      (100, 700, 14), (100, 7, 14), (100, 10_000, 100), (2000, 2000, 1), (2000, 3, 3), (2000, 65_535, 13_107),
    ])
  func rows(_ across: Int, _ interval: Int, _ rows: Int) throws {
    // The last one is short, where that can be.
    let down = max(4 * rows + 1, 5 * rows - 1)
    let pieces = try #require(
      ScanPieces(Self.units(across, down), interval: interval, looksAtAll: false, mostRows: .max))
    #expect(pieces.rows == rows)
    #expect(pieces.needed == 0..<5)
    #expect(pieces.units(of: 1) == rows * across..<2 * rows * across)
    #expect(pieces.units(of: 4).upperBound == down * across)
    #expect(pieces.intervals(of: 0) == rows * across / interval)
    #expect(pieces.intervals(of: 4) == ((down - 4 * rows) * across + interval - 1) / interval)
  }

  @Test("Those that have kept rows are decoded, or all")
  func needed() throws {
    let units = Self.units(100, 1000, rows: 100..<200)
    let some = try #require(ScanPieces(units, interval: 100, looksAtAll: false, mostRows: .max))
    #expect(some.needed == 9..<19)
    #expect(some.keptRows(of: 9) == 100..<110)
    #expect(some.keptRows(of: 10) == 110..<121)
    #expect(some.keptRows(of: 18) == 198..<200)
    let all = try #require(ScanPieces(units, interval: 100, looksAtAll: true, mostRows: .max))
    #expect(all.needed == 0..<91)
    #expect(all.keptRows(of: 50).isEmpty)
  }

  @Test("There are none without intervals, of few units, and where one would take too much memory")
  func none() {
    let units = Self.units(100, 100)
    #expect(ScanPieces(units, interval: 0, looksAtAll: false, mostRows: .max) == nil)
    #expect(ScanPieces(Self.units(100, 33), interval: 100, looksAtAll: false, mostRows: .max) == nil)
    #expect(ScanPieces(Self.units(100, 34), interval: 100, looksAtAll: false, mostRows: .max) != nil)
    #expect(ScanPieces(units, interval: 200, looksAtAll: false, mostRows: 1) == nil)
    #expect(ScanPieces(units, interval: 200, looksAtAll: false, mostRows: 0) == nil)
    #expect(ScanPieces(units, interval: 200, looksAtAll: false, mostRows: 5)?.rows == 4)
    #expect(
      ScanPieces(Self.units(100, 1000, rows: 0..<33), interval: 100, looksAtAll: false, mostRows: .max) == nil
    )
  }
}
