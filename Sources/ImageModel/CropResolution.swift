extension Crop {
  /// Computes the crop's box in a picture. The picture is stored in the size `stored`, and `orientation`
  /// tells how a viewer shows it.
  ///
  /// The box is computed in the crop's space and mapped to display space. There each edge is rounded.
  package func resolved(
    stored: PixelSize, orientation: ExifOrientation
  ) -> Result<ResolvedCrop, CropFailure> {
    let picture = PixelRect<Display>(orientation.turned(stored))
    if shape == .full { return .success(ResolvedCrop(box: picture, isClipped: false)) }
    let exact: RealRect<Display> =
      switch space {
      case .display: box(in: picture.size)
      case .stored: orientation.display(box(in: stored), stored: stored)
      }
    return bounded(rounded(exact), picture: picture).map(ResolvedCrop.init)
  }

  /// The crop's box before rounding and clipping, in pixels of the crop's space; nil for `full`.
  package func requested(stored: PixelSize, orientation: ExifOrientation) -> RequestedBox? {
    if shape == .full { return nil }
    let size = space == .stored ? stored : orientation.turned(stored)
    let own: RealRect<Display> = box(in: size)
    return RequestedBox(box: [own.x, own.y, own.width, own.height], space: space)
  }

  /// The crop's box in pixels, for a picture of `size`. The box is in the space in which the picture has this
  /// size.
  private func box<S: Space>(in size: PixelSize) -> RealRect<S> {
    switch shape {
    case .full:
      return RealRect(PixelRect(size))
    case .box(let x, let y, let width, let height):
      return RealRect(
        x: x.resolved(of: size.width), y: y.resolved(of: size.height),
        width: width.resolved(of: size.width), height: height.resolved(of: size.height))
    case .sized(let width, let height, let anchor):
      let (w, h) = (width.resolved(of: size.width), height.resolved(of: size.height))
      let (x, y) = anchor.origin(width: w, height: h, in: size)
      return RealRect(x: x, y: y, width: w, height: h)
    case .aspect(let ratio, let anchor):
      return .largest(ratio: ratio, in: size, anchor: anchor)
    }
  }

  private func rounded(_ exact: RealRect<Display>) -> PixelRect<Display> {
    let keepsSize = if case .sized = shape { true } else { false }
    let (left, right) = rounding.edges(exact.x, exact.width, keepsSize: keepsSize)
    let (top, bottom) = rounding.edges(exact.y, exact.height, keepsSize: keepsSize)
    return PixelRect(left: left, top: top, right: right, bottom: bottom)
  }

  private func bounded(
    _ box: PixelRect<Display>, picture: PixelRect<Display>
  ) -> Result<(box: PixelRect<Display>, isClipped: Bool), CropFailure> {
    let inside = box.intersection(picture)
    if box.isEmpty || inside.isEmpty { return .failure(.empty(box)) }
    if picture.contains(box) { return .success((box, false)) }
    switch outOfBounds {
    case .clip: return .success((inside, true))
    case .error: return .failure(.outOfBounds(box))
    case .pad: return .success((box, false))
    }
  }
}

extension RealRect {
  /// The largest box inside a picture of `size` that has `width / height == ratio`. `anchor` gives its place.
  package static func largest(ratio: Double, in size: PixelSize, anchor: Anchor) -> RealRect {
    let (width, height) = (Double(size.width), Double(size.height))
    let w = min(width, height * ratio)
    let h = min(height, width / ratio)
    let (x, y) = anchor.origin(width: w, height: h, in: size)
    return RealRect(x: x, y: y, width: w, height: h)
  }
}

extension Crop.Rounding {
  /// The distance in pixels within which an edge counts as lying on a whole pixel.
  static let snap = 1.0 / 64

  /// The whole-pixel edges of the span that begins at `start` and is `length` long.
  ///
  /// With `keepsSize`, a span keeps its length if the length is a whole number of pixels.
  package func edges(_ start: Double, _ length: Double, keepsSize: Bool = false) -> (Int, Int) {
    if keepsSize, let whole = Int(exactly: length.settled) {
      let first = Self.nearest(start.settled)
      return (first, first + whole)
    }
    let (start, end) = (start.settled, (start + length).settled)
    switch self {
    case .nearest: return (Self.nearest(start), Self.nearest(end))
    case .outward, .inward:
      let first: FloatingPointRoundingRule = self == .outward ? .down : .up
      let last: FloatingPointRoundingRule = self == .outward ? .up : .down
      return (
        Self.whole(start) ?? Self.integer(start.rounded(first)),
        Self.whole(end) ?? Self.integer(end.rounded(last))
      )
    }
  }

  private static func nearest(_ value: Double) -> Int { integer((value + 0.5).rounded(.down)) }

  /// The whole pixel within 1/64 of `value`, if any.
  private static func whole(_ value: Double) -> Int? {
    let near = (value + 0.5).rounded(.down)
    return abs(value - near) <= snap ? integer(near) : nil
  }

  private static func integer(_ value: Double) -> Int {
    Int(exactly: value) ?? (value < 0 ? .min / 4 : .max / 4)
  }
}
