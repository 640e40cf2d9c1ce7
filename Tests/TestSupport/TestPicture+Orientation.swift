extension TestPicture {
  /// A side of what a viewer shows.
  private enum Side {
    case top, bottom, left, right
  }

  /// EXIF 2.32, section 4.6.4 A, tag 274, word for word: where the 0th row and the 0th column are, for 1...8.
  private static let definition: [(row: Side, column: Side)] = [
    (.top, .left), (.top, .right), (.bottom, .right), (.bottom, .left), (.left, .top), (.right, .top),
    (.right, .bottom), (.left, .bottom),
  ]

  /// What a viewer shows of this stored picture with an orientation tag.
  package func shown(_ tag: UInt8) -> TestPicture {
    var shown = TestPicture.plain(
      width: tag > 4 ? height : width, height: tag > 4 ? width : height, .init(repeating: 0, count: channels))
    walk(tag) { column, row, x, y in
      for channel in 0..<channels { shown[x, y, channel] = self[column, row, channel] }
    }
    return shown
  }

  /// The stored picture that a viewer shows as this one because of an orientation tag.
  package func stored(_ tag: UInt8) -> TestPicture {
    var stored = TestPicture.plain(
      width: tag > 4 ? height : width, height: tag > 4 ? width : height, .init(repeating: 0, count: channels))
    let shape = stored
    shape.walk(tag) { column, row, x, y in
      for channel in 0..<channels { stored[column, row, channel] = self[x, y, channel] }
    }
    return stored
  }

  /// Calls `body` with each stored pixel's column and row, and where a viewer shows it.
  private func walk(_ tag: UInt8, _ body: (Int, Int, Int, Int) -> Void) {
    let sides = Self.definition[Int(tag) - 1]
    for row in 0..<height {
      for column in 0..<width {
        var (x, y) = (0, 0)
        for (side, index, count) in [(sides.row, row, height), (sides.column, column, width)] {
          switch side {
          case .top: y = index
          case .bottom: y = count - 1 - index
          case .left: x = index
          case .right: x = count - 1 - index
          }
        }
        body(column, row, x, y)
      }
    }
  }
}
