import ImageModel

/// A small picture of which each pixel has a label of its own, turned by hand.
struct PixelGrid: Equatable {
  /// Rows from the top, each from the left.
  let rows: [[Int]]

  init(rows: [[Int]]) { self.rows = rows }

  /// Labels 0, 1, 2... in reading order.
  init(width: Int, height: Int) {
    rows = (0..<height).map { row in (0..<width).map { row * width + $0 } }
  }

  /// Left and right exchanged.
  var mirrored: PixelGrid { PixelGrid(rows: rows.map { $0.reversed() }) }

  /// A quarter turn clockwise: the left column, read upward, becomes the top row.
  var turnedClockwise: PixelGrid {
    PixelGrid(rows: rows[0].indices.map { column in rows.reversed().map { $0[column] } })
  }

  /// What a viewer shows, by turns and mirrors one after the other.
  func shown(_ orientation: ExifOrientation) -> PixelGrid {
    switch orientation {
    case .topLeft: self
    case .topRight: mirrored
    case .bottomRight: turnedClockwise.turnedClockwise
    case .bottomLeft: mirrored.turnedClockwise.turnedClockwise
    case .leftTop: turnedClockwise.mirrored
    case .rightTop: turnedClockwise
    case .rightBottom: mirrored.turnedClockwise
    case .leftBottom: turnedClockwise.turnedClockwise.turnedClockwise
    }
  }

  /// The labels in a box, sorted.
  func labels(x: Int, y: Int, width: Int, height: Int) -> [Int] {
    rows[y..<y + height].flatMap { $0[x..<x + width] }.sorted()
  }
}

/// Where the stored row 0 and column 0 lie in what a viewer shows, in the words of EXIF 2.32, section 4.6.4.
enum Side { case top, bottom, left, right }

let exifSides: [(row0: Side, column0: Side)] = [
  (.top, .left), (.top, .right), (.bottom, .right), (.bottom, .left),
  (.left, .top), (.right, .top), (.right, .bottom), (.left, .bottom),
]
