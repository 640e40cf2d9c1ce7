import ImageModel
import Testing

@Suite struct OrientationTests {
  private let stored = PixelSize(width: 4, height: 3)
  private let grid = PixelGrid(width: 4, height: 3)

  /// The picture that EXIF's two words about row 0 and column 0 make of the grid.
  private func byDefinition(_ tag: UInt8) -> PixelGrid {
    let sides = exifSides[Int(tag) - 1]
    let isUpright = sides.row0 == .top || sides.row0 == .bottom
    var rows = Array(repeating: Array(repeating: -1, count: isUpright ? 4 : 3), count: isUpright ? 3 : 4)
    for row in 0..<3 {
      for column in 0..<4 {
        var (x, y) = (0, 0)
        switch sides.row0 {
        case .top: y = row
        case .bottom: y = 2 - row
        case .left: x = row
        case .right: x = 2 - row
        }
        switch sides.column0 {
        case .left: x = column
        case .right: x = 3 - column
        case .top: y = column
        case .bottom: y = 3 - column
        }
        rows[y][x] = grid.rows[row][column]
      }
    }
    return PixelGrid(rows: rows)
  }

  @Test(arguments: ExifOrientation.allCases) func turnsOfTheTestsAreThoseOfEXIF(_ tag: ExifOrientation) {
    #expect(grid.shown(tag) == byDefinition(tag.rawValue))
  }

  @Test(arguments: ExifOrientation.allCases) func sizeIsThatOfTheTurnedPicture(_ tag: ExifOrientation) {
    let shown = grid.shown(tag)
    let size = PixelSize(width: shown.rows[0].count, height: shown.rows.count)
    #expect(tag.turned(stored) == size)
    #expect(tag.turned(size) == stored)
  }

  @Test(arguments: ExifOrientation.allCases) func flagsTurnThePicture(_ tag: ExifOrientation) {
    var rows = grid.rows
    if tag.transposes { rows = grid.rows[0].indices.map { column in grid.rows.map { $0[column] } } }
    if tag.flipsHorizontally { rows = rows.map { $0.reversed() } }
    if tag.flipsVertically { rows.reverse() }
    #expect(PixelGrid(rows: rows) == grid.shown(tag))
  }

  @Test(arguments: ExifOrientation.allCases) func boxesHoldTheSamePixelsInBothSpaces(_ tag: ExifOrientation) {
    let shown = grid.shown(tag)
    for y in 0..<3 {
      for x in 0..<4 {
        for height in 1...3 - y {
          for width in 1...4 - x {
            let labels = grid.labels(x: x, y: y, width: width, height: height)
            let own = PixelRect<Stored>(x: x, y: y, width: width, height: height)
            let real = tag.display(RealRect(own), stored: stored)
            let seen = PixelRect<Display>(
              x: Int(real.x), y: Int(real.y), width: Int(real.width), height: Int(real.height))
            #expect(RealRect(seen) == real)
            #expect(shown.labels(x: seen.x, y: seen.y, width: seen.width, height: seen.height) == labels)
            #expect(tag.stored(seen, stored: stored) == own)
          }
        }
      }
    }
  }

  @Test func boxesBeyondThePictureAreMappedToo() {
    // Two columns left of a picture stored 4x3 and shown turned clockwise are two rows above it.
    let left = RealRect<Stored>(x: -2, y: 0, width: 2, height: 3)
    let above = RealRect<Display>(x: 0, y: -2, width: 3, height: 2)
    #expect(ExifOrientation.rightTop.display(left, stored: stored) == above)
    let box = PixelRect<Display>(x: 0, y: -2, width: 3, height: 2)
    let own = PixelRect<Stored>(x: -2, y: 0, width: 2, height: 3)
    #expect(ExifOrientation.rightTop.stored(box, stored: stored) == own)
  }
}
