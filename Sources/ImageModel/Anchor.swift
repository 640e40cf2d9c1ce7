/// Nine places in a picture, as ImageMagick names them.
package enum Gravity: String, Codable, Sendable, CaseIterable {
  case center, north, northeast, east, southeast, south, southwest, west, northwest

  /// 0 for left, 1/2 for the middle, 1 for right.
  package var horizontal: Double {
    switch self {
    case .northwest, .west, .southwest: 0
    case .north, .center, .south: 0.5
    case .northeast, .east, .southeast: 1
    }
  }

  /// 0 for the top, 1/2 for the middle, 1 for the bottom.
  package var vertical: Double {
    switch self {
    case .northwest, .north, .northeast: 0
    case .west, .center, .east: 0.5
    case .southwest, .south, .southeast: 1
    }
  }
}

/// A length or position: pixels, or per cent of the picture's extent on the same axis.
package enum Length: Hashable, Sendable {
  case pixels(Double)
  case percent(Double)

  /// The largest distance from 0, in pixels, that a position in a job or an annotation file may have.
  package static let farthest = 1_000_000.0

  /// The length in pixels, for a picture of `extent` pixels on the same axis.
  package func resolved(of extent: Int) -> Double {
    switch self {
    case .pixels(let value): value
    case .percent(let value): Double(extent) * value / 100
    }
  }
}

/// The boxes of an annotation file on whose middle a crop is centred.
package enum BoxFocus: String, Sendable, CaseIterable {
  /// The box with the largest area; of equally large ones the first.
  case largestBox = "largest_box"
  /// The smallest box that holds all of them.
  case allBoxes = "all_boxes"

  /// The point on which to centre; nil if there are no boxes.
  package func point<S>(of boxes: [RealRect<S>]) -> (x: Double, y: Double)? {
    guard let first = boxes.first else { return nil }
    switch self {
    case .largestBox:
      let largest = boxes.dropFirst().reduce(first) { $1.width * $1.height > $0.width * $0.height ? $1 : $0 }
      return (largest.x + largest.width / 2, largest.y + largest.height / 2)
    case .allBoxes:
      let left = boxes.reduce(first.x) { min($0, $1.x) }
      let top = boxes.reduce(first.y) { min($0, $1.y) }
      let right = boxes.reduce(first.x + first.width) { max($0, $1.x + $1.width) }
      let bottom = boxes.reduce(first.y + first.height) { max($0, $1.y + $1.height) }
      return ((left + right) / 2, (top + bottom) / 2)
    }
  }
}

/// Where a box of a given size is placed in a picture.
package enum Anchor: Hashable, Sendable {
  case gravity(Gravity)
  /// The box is centred on a point, and then moved into the picture.
  case focus(x: Length, y: Length)
  /// The box is centred as for a focus on boxes of the picture. The planner, which knows the boxes, makes a focus of
  /// this anchor. A picture without boxes counts as having its middle as the focus.
  case boxes(BoxFocus)
  /// The box is centred on the point that the picture's row of a list gives, or on the middle. The planner makes a
  /// focus of this anchor too.
  case columns
  /// The box is centred on the window of its size with the most detail, or on the middle where that is unknown. The
  /// planner makes a focus of this anchor too.
  case detail(DetailFocus)

  /// This anchor for a picture with these boxes, which are in pixels of the picture. The box of a focus on detail is the
  /// window. `listed` is the focus that a list gives for the picture.
  package func focused<S>(on boxes: [RealRect<S>], listed: Anchor?) -> Anchor {
    switch self {
    case .gravity, .focus: self
    case .columns: listed ?? .gravity(.center)
    case .boxes(let focus): Self.centred(focus, on: boxes)
    case .detail: Self.centred(.allBoxes, on: boxes)
    }
  }

  private static func centred<S>(_ focus: BoxFocus, on boxes: [RealRect<S>]) -> Anchor {
    focus.point(of: boxes).map { .focus(x: .pixels($0.x), y: .pixels($0.y)) } ?? .gravity(.center)
  }

  /// The top left corner of a box of `width` x `height` in a picture of `size`.
  ///
  /// If the anchor is a focus, a box larger than the picture is centred on the picture.
  package func origin(width: Double, height: Double, in size: PixelSize) -> (x: Double, y: Double) {
    let freeX = Double(size.width) - width
    let freeY = Double(size.height) - height
    switch self {
    case .boxes, .columns, .detail: return (freeX / 2, freeY / 2)
    case .gravity(let gravity):
      return (freeX * gravity.horizontal, freeY * gravity.vertical)
    case .focus(let x, let y):
      return (
        Self.inside(x.resolved(of: size.width) - width / 2, free: freeX),
        Self.inside(y.resolved(of: size.height) - height / 2, free: freeY)
      )
    }
  }

  private static func inside(_ position: Double, free: Double) -> Double {
    free < 0 ? free / 2 : min(max(position, 0), free)
  }
}
