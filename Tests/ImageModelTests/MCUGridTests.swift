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

  /// Each start of a box is tried. By the definition, both starts lie on whole MCUs, and both ends at whole pixels.
  @Test(
    "The grid of a picture and its map has the edges that suit both",
    arguments: [
      (160, 80, 16, 8), (160, 160, 16, 8), (160, 40, 16, 16), (96, 72, 16, 8), (100, 25, 8, 8),
      (97, 48, 16, 8),
      (480, 320, 16, 8),
    ])
  func joined(_ whole: Int, _ map: Int, _ unit: Int, _ mapUnit: Int) {
    func square(_ side: Int) -> PixelSize { PixelSize(width: side, height: side) }
    let grid = MCUGrid(square(unit)).joined(
      with: MCUGrid(square(mapUnit)), of: square(map), in: square(whole))
    #expect(grid.size == square(grid.size.width) && grid.ends == square(grid.ends.width))
    for edge in 0...whole {
      let isAtPixel = edge * map % whole == 0
      let begins = edge % unit == 0 && isAtPixel && edge * map / whole % mapUnit == 0
      #expect(edge.isMultiple(of: grid.size.width) == begins, "begin \(edge)")
      #expect((edge == whole || edge.isMultiple(of: grid.ends.width)) == isAtPixel, "end \(edge)")
    }
  }

  @Test("The nearest box on a joint grid contains the box", arguments: UInt8(1)...8)
  func nearestJoined(_ orientation: UInt8) throws {
    let turned = try #require(ExifOrientation(rawValue: orientation))
    let stored = PixelSize(width: 192, height: 96)
    let grid = MCUGrid(PixelSize(width: 16, height: 16)).joined(
      with: MCUGrid(PixelSize(width: 8, height: 8)), of: PixelSize(width: 48, height: 24), in: stored)
    #expect(grid == MCUGrid(PixelSize(width: 32, height: 32), ends: PixelSize(width: 4, height: 4)))
    let box = Self.rect([33, 5, 54, 30])
    let nearest = try #require(grid.nearest(to: box, turned: turned, in: stored))
    #expect(nearest.contains(box))
    let (left, right) = turned.mirrorsStoredX ? (32, 96) : (32, 88)
    let (top, bottom) = turned.mirrorsStoredY ? (4, 64) : (0, 36)
    #expect(nearest == PixelRect(left: left, top: top, right: right, bottom: bottom))
    #expect(grid.allows(nearest, turned: turned, in: stored) && !grid.allows(box, turned: turned, in: stored))
  }

  private static func rect(_ numbers: [Int]) -> PixelRect<Stored> {
    PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
