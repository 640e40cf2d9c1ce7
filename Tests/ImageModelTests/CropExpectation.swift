import ImageModel

/// A crop in rational numbers, and the box that the job file's rules give it.
struct ExactCrop {
  enum Length {
    case pixels(Fraction)
    case percent(Fraction)

    func of(_ extent: Int) -> Fraction {
      switch self {
      case .pixels(let value): value
      case .percent(let value): Fraction(extent) * value / Fraction(100)
      }
    }

    var model: ImageModel.Length {
      switch self {
      case .pixels(let value): .pixels(value.double)
      case .percent(let value): .percent(value.double)
      }
    }
  }

  enum Place {
    case gravity(Gravity)
    case focus(Length, Length)

    var model: Anchor {
      switch self {
      case .gravity(let gravity): .gravity(gravity)
      case .focus(let x, let y): .focus(x: x.model, y: y.model)
      }
    }
  }

  enum Shape {
    case box(Length, Length, Length, Length)
    case sized(Length, Length, Place)
    case aspect(Int, Int, Place)
  }

  var shape: Shape
  var space: SpaceName
  var rounding: Crop.Rounding
  var outOfBounds: Crop.OutOfBounds

  var model: Crop {
    let shape: Crop.Shape =
      switch self.shape {
      case .box(let x, let y, let width, let height):
        .box(x: x.model, y: y.model, width: width.model, height: height.model)
      case .sized(let width, let height, let place):
        .sized(width: width.model, height: height.model, place.model)
      case .aspect(let width, let height, let place):
        .aspect(ratio: Double(width) / Double(height), place.model)
      }
    return Crop(shape, space: space, rounding: rounding, outOfBounds: outOfBounds)
  }
}

extension ExactCrop {
  /// Left, top, right and bottom.
  typealias Edges = (left: Fraction, top: Fraction, right: Fraction, bottom: Fraction)

  /// The box that a picture stored at `stored` gets, or how it fails.
  func expected(_ stored: PixelSize, _ tag: ExifOrientation) -> Result<PixelRect<Display>, CropFailure> {
    let isTurned = tag.rawValue >= 5
    let shown = isTurned ? (stored.height, stored.width) : (stored.width, stored.height)
    let own = space == .stored ? (stored.width, stored.height) : shown
    let edges = self.edges(own.0, own.1)
    let mapped = space == .stored ? Self.shown(edges, stored, tag) : edges
    let swaps = space == .stored && isTurned
    let (width, height) = (edges.right - edges.left, edges.bottom - edges.top)
    let (left, right) = rounded(mapped.left, mapped.right, swaps ? height : width)
    let (top, bottom) = rounded(mapped.top, mapped.bottom, swaps ? width : height)
    let box = PixelRect<Display>(x: left, y: top, width: right - left, height: bottom - top)
    let cut = (max(left, 0), max(top, 0), min(right, shown.0), min(bottom, shown.1))
    if right <= left || bottom <= top || cut.2 <= cut.0 || cut.3 <= cut.1 { return .failure(.empty(box)) }
    if (left, top, right, bottom) == cut || outOfBounds == .pad { return .success(box) }
    if outOfBounds == .error { return .failure(.outOfBounds(box)) }
    return .success(PixelRect(x: cut.0, y: cut.1, width: cut.2 - cut.0, height: cut.3 - cut.1))
  }

  private func edges(_ across: Int, _ down: Int) -> Edges {
    switch shape {
    case .box(let x, let y, let width, let height):
      let (left, top) = (x.of(across), y.of(down))
      return (left, top, left + width.of(across), top + height.of(down))
    case .sized(let width, let height, let place):
      return Self.placed(width.of(across), height.of(down), place, across, down)
    case .aspect(let width, let height, let place):
      // The largest box: one side is the picture's, and the other fits.
      let fitting = Fraction(across * height, width)
      return fitting <= Fraction(down)
        ? Self.placed(Fraction(across), fitting, place, across, down)
        : Self.placed(Fraction(down * width, height), Fraction(down), place, across, down)
    }
  }

  private static func placed(
    _ width: Fraction, _ height: Fraction, _ place: Place, _ across: Int, _ down: Int
  ) -> Edges {
    let (left, top) =
      switch place {
      case .gravity(let gravity):
        (
          start(width, across, "west", "east", gravity), start(height, down, "north", "south", gravity)
        )
      case .focus(let x, let y):
        (start(width, across, around: x.of(across)), start(height, down, around: y.of(down)))
      }
    return (left, top, left + width, top + height)
  }

  /// By the gravity's name: it says which side, or neither.
  private static func start(
    _ length: Fraction, _ extent: Int, _ low: String, _ high: String, _ gravity: Gravity
  ) -> Fraction {
    if gravity.rawValue.contains(low) { return Fraction(0) }
    let free = Fraction(extent) - length
    return gravity.rawValue.contains(high) ? free : free / Fraction(2)
  }

  private static func start(_ length: Fraction, _ extent: Int, around point: Fraction) -> Fraction {
    let free = Fraction(extent) - length
    if free < Fraction(0) { return free / Fraction(2) }
    let wanted = point - length / Fraction(2)
    return wanted < Fraction(0) ? Fraction(0) : (wanted > free ? free : wanted)
  }

  /// Maps two opposite corners by EXIF's words on row 0 and column 0.
  static func shown(_ edges: Edges, _ stored: PixelSize, _ tag: ExifOrientation) -> Edges {
    let corners = [(edges.left, edges.top), (edges.right, edges.bottom)].map { x, y in
      var (across, down) = (Fraction(0), Fraction(0))
      for (side, value, extent) in [
        (exifSides[Int(tag.rawValue) - 1].row0, y, stored.height),
        (exifSides[Int(tag.rawValue) - 1].column0, x, stored.width),
      ] {
        switch side {
        case .left: across = value
        case .right: across = Fraction(extent) - value
        case .top: down = value
        case .bottom: down = Fraction(extent) - value
        }
      }
      return (across, down)
    }
    let (one, other) = (corners[0], corners[1])
    return (
      min(one.0, other.0), min(one.1, other.1), max(one.0, other.0), max(one.1, other.1)
    )
  }

  private func rounded(_ start: Fraction, _ end: Fraction, _ length: Fraction) -> (Int, Int) {
    if case .sized = shape, length.isWhole {
      return (start.nearest, start.nearest + length.nearest)
    }
    return (rounded(start, isStart: true), rounded(end, isStart: false))
  }

  private func rounded(_ value: Fraction, isStart: Bool) -> Int {
    if abs(value - Fraction(value.nearest)) <= Fraction(1, 64) { return value.nearest }
    switch rounding {
    case .nearest: return value.nearest
    case .outward: return isStart ? value.floor : value.ceiling
    case .inward: return isStart ? value.ceiling : value.floor
    }
  }

  private func abs(_ value: Fraction) -> Fraction { value < Fraction(0) ? Fraction(0) - value : value }
}
