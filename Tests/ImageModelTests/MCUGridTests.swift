import ImageModel
import Testing

/// A picture of 100x60 pixels with MCUs of 16x8: its last column of MCUs has 4 pixels, its last row 4.
struct MCUGridTests {
  private static let grid = MCUGrid(PixelSize(width: 16, height: 8))
  private static let stored = PixelSize(width: 100, height: 60)

  /// Stored box, orientation, and the nearest box without loss.
  @Test(
    arguments: [
      // Sides that aren't mirrored begin on the grid and end anywhere.
      ([0, 0, 100, 60], 1, [0, 0, 100, 60]),
      ([16, 8, 3, 5], 1, [16, 8, 3, 5]),
      ([17, 15, 3, 5], 1, [16, 8, 4, 12]),
      // Mirrored ones end on the grid and begin anywhere; the last MCU is left out where it isn't whole.
      ([0, 0, 100, 60], 2, [0, 0, 96, 60]),
      ([0, 0, 100, 60], 3, [0, 0, 96, 56]),
      ([0, 0, 100, 60], 4, [0, 0, 100, 56]),
      ([5, 16, 27, 9], 2, [5, 16, 27, 9]),
      ([5, 16, 26, 9], 2, [5, 16, 27, 9]),
      ([97, 0, 2, 60], 1, [96, 0, 3, 60]),
      // Transposed: 5 mirrors nothing, 6 rows, 7 both, 8 columns.
      ([3, 9, 20, 20], 5, [0, 8, 23, 21]),
      ([3, 9, 20, 20], 6, [0, 9, 23, 23]),
      ([3, 9, 20, 20], 7, [3, 9, 29, 23]),
      ([3, 9, 20, 20], 8, [3, 8, 29, 21]),
      // What lies outside the picture is no part of it.
      ([-9, -9, 200, 200], 1, [0, 0, 100, 60]),
    ] as [([Int], UInt8, [Int])])
  func nearest(_ box: [Int], _ orientation: UInt8, _ nearest: [Int]) throws {
    let turned = try #require(ExifOrientation(rawValue: orientation))
    let (box, nearest) = (Self.rect(box), Self.rect(nearest))
    #expect(Self.grid.nearest(to: box, turned: turned, in: Self.stored) == nearest)
    #expect(Self.grid.allows(box, turned: turned, in: Self.stored) == (box == nearest))
    #expect(Self.grid.allows(nearest, turned: turned, in: Self.stored))
  }

  @Test("A box in an MCU that isn't whole, where the turn begins there, moves to the last whole one")
  func nothing() {
    let inLast = Self.rect([97, 0, 3, 60])
    #expect(Self.grid.nearest(to: inLast, turned: .topRight, in: Self.stored) == Self.rect([80, 0, 16, 60]))
    #expect(Self.grid.nearest(to: inLast, turned: .topLeft, in: Self.stored) == Self.rect([96, 0, 4, 60]))
    let small = PixelSize(width: 15, height: 7)
    #expect(Self.grid.nearest(to: PixelRect(small), turned: .bottomRight, in: small) == nil)
    #expect(!Self.grid.allows(PixelRect(small), turned: .bottomRight, in: small))
    #expect(Self.grid.nearest(to: Self.rect([200, 0, 5, 5]), turned: .topLeft, in: Self.stored) == nil)
  }

  private static func rect(_ numbers: [Int]) -> PixelRect<Stored> {
    PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
