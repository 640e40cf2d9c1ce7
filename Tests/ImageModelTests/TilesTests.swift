@testable import ImageModel
import Testing

@Suite struct TilesTests {
  private func tiles(
    _ width: Int, _ height: Int, _ overlap: Length = .pixels(0), _ edge: Tiles.Edge = .shift
  ) -> Tiles {
    Tiles(PixelSize(width: width, height: height), overlap: overlap, edge: edge)
  }

  /// Columns of tiles 40 wide with an overlap of 10, worked out by hand. A tile begins every 30 pixels.
  @Test(
    arguments: [
      (Tiles.Edge.shift, 100, [0..<40, 30..<70, 60..<100]),
      (.pad, 100, [0..<40, 30..<70, 60..<100]),
      (.drop, 100, [0..<40, 30..<70, 60..<100]),
      (.keep, 100, [0..<40, 30..<70, 60..<100]),
      (.shift, 101, [0..<40, 30..<70, 60..<100, 61..<101]),
      (.pad, 101, [0..<40, 30..<70, 60..<100, 90..<130]),
      (.drop, 101, [0..<40, 30..<70, 60..<100]),
      (.keep, 101, [0..<40, 30..<70, 60..<100, 90..<101]),
      (.shift, 40, [0..<40]), (.pad, 40, [0..<40]), (.drop, 40, [0..<40]), (.keep, 40, [0..<40]),
      (.shift, 25, [0..<25]), (.pad, 25, [0..<40]), (.drop, 25, []), (.keep, 25, [0..<25]),
    ])
  func columns(_ edge: Tiles.Edge, _ extent: Int, _ places: [Range<Int>]) {
    let grid = tiles(40, 50, .pixels(10), edge).grid(of: PixelSize(width: extent, height: 50))
    #expect(grid.columns == places)
    #expect(grid.rows == [0..<50])
  }

  /// What SAHI 0.12.8's `get_slice_bboxes` gives for slices of 512x512 and overlaps of 0.125. A tile begins every 448
  /// pixels. The last of 14 columns would begin at 5824, and the last of 9 rows at 3584.
  @Test func gridOfACamera() {
    let grid = tiles(512, 512, .percent(12.5)).grid(of: PixelSize(width: 6000, height: 4000))
    let starts = (0..<14).map { $0 * 448 }
    #expect(grid.columns.map(\.lowerBound) == starts.prefix { $0 <= 5376 && $0 + 512 <= 6000 } + [5488])
    #expect(grid.rows.map(\.lowerBound) == [0, 448, 896, 1344, 1792, 2240, 2688, 3136, 3488])
    #expect((grid.columns + grid.rows).allSatisfy { $0.count == 512 })
    #expect(tiles(512, 512, .pixels(64)).count(in: PixelSize(width: 6000, height: 4000)) == 14 * 9)
  }

  /// Every tile but the last is full, the last one is needed, and together they cover the whole.
  @Test func tilesCoverTheWholeWithoutOneTooMany() {
    for side in 1...9 {
      for overlap in 0..<side {
        for extent in 1...40 {
          let places = tiles(side, side, .pixels(Double(overlap)), .keep)
            .grid(of: PixelSize(width: extent, height: side)).columns
          let covered = places.reduce(into: Set<Int>()) { $0.formUnion($1) }
          #expect(covered == Set(0..<extent))
          #expect(places.dropLast().allSatisfy { $0.count == side && $0.upperBound < extent })
          #expect(
            zip(places, places.dropFirst()).allSatisfy { $1.lowerBound - $0.lowerBound == side - overlap })
        }
      }
    }
  }

  @Test func overlapsInPerCentAreRoundedDown() {
    let grid = tiles(55, 10, .percent(25)).grid(of: PixelSize(width: 200, height: 10))
    // A quarter of 55 is 13.75, so a tile begins every 42 pixels.
    #expect(grid.columns.map(\.lowerBound) == [0, 42, 84, 126, 145])
    #expect(tiles(55, 10, .percent(99)).movesOn)
    #expect(!tiles(55, 10, .pixels(10)).movesOn)
    #expect(!tiles(55, 10, .percent(100)).movesOn)
  }
}
