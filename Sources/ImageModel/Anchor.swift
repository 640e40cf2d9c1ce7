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

/// Where a box of a given size is placed in a picture.
package enum Anchor: Hashable, Sendable {
  case gravity(Gravity)
  /// The box is centred on a point, and then moved into the picture.
  case focus(x: Length, y: Length)

  /// The top left corner of a box of `width` x `height` in a picture of `size`.
  ///
  /// If the anchor is a focus, a box larger than the picture is centred on the picture.
  package func origin(width: Double, height: Double, in size: PixelSize) -> (x: Double, y: Double) {
    let freeX = Double(size.width) - width
    let freeY = Double(size.height) - height
    switch self {
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
