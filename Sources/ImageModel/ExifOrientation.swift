/// How a picture is stored: the Orientation tag of EXIF 2.32, section 4.6.4 A (tag 274).
///
/// The number tells where the stored row 0 and column 0 lie in the displayed picture.
package enum ExifOrientation: UInt8, Codable, Sendable, CaseIterable {
  /// Row 0 on top, column 0 on the left: as stored.
  case topLeft = 1
  /// Mirrored left to right.
  case topRight
  /// Turned by 180 degrees.
  case bottomRight
  /// Mirrored top to bottom.
  case bottomLeft
  /// Mirrored about the diagonal from top left to bottom right.
  case leftTop
  /// A viewer turns the stored picture by 90 degrees clockwise.
  case rightTop
  /// Mirrored about the diagonal from top right to bottom left.
  case rightBottom
  /// A viewer turns the stored picture by 90 degrees counterclockwise.
  case leftBottom

  /// True when rows become columns.
  package var transposes: Bool { rawValue >= 5 }

  /// True when, after transposing, left and right are exchanged.
  package var flipsHorizontally: Bool {
    switch self {
    case .topRight, .bottomRight, .rightTop, .rightBottom: true
    default: false
    }
  }

  /// True when, after transposing, top and bottom are exchanged.
  package var flipsVertically: Bool {
    switch self {
    case .bottomRight, .bottomLeft, .rightBottom, .leftBottom: true
    default: false
    }
  }

  /// The orientation that undoes this one.
  package var inverse: ExifOrientation {
    switch self {
    case .rightTop: .leftBottom
    case .leftBottom: .rightTop
    default: self
    }
  }

  /// The displayed size of a picture whose stored size is `stored`. The same call turns a displayed size into
  /// the stored size.
  package func turned(_ stored: PixelSize) -> PixelSize {
    transposes ? stored.transposed : stored
  }

  /// Maps a box from the stored picture of size `stored` to the displayed picture.
  package func display(_ rect: RealRect<Stored>, stored: PixelSize) -> RealRect<Display> {
    let shown = turned(stored)
    var turned =
      transposes
      ? RealRect<Display>(x: rect.y, y: rect.x, width: rect.height, height: rect.width)
      : RealRect<Display>(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    if flipsHorizontally { turned.x = Double(shown.width) - turned.right }
    if flipsVertically { turned.y = Double(shown.height) - turned.bottom }
    return turned
  }

  /// Maps a box in whole pixels from the displayed picture to the stored picture of size `stored`.
  package func stored(_ rect: PixelRect<Display>, stored: PixelSize) -> PixelRect<Stored> {
    let (x, y, width, height) = self.stored(
      (rect.x, rect.y, rect.width, rect.height), shown: (turned(stored).width, turned(stored).height))
    return PixelRect(x: x, y: y, width: width, height: height)
  }

  /// Maps a box with fractional edges from the displayed picture to the stored picture of size `stored`.
  package func stored(_ rect: RealRect<Display>, stored: PixelSize) -> RealRect<Stored> {
    let shown = RealRect(PixelRect<Display>(turned(stored)))
    let (x, y, width, height) = self.stored(
      (rect.x, rect.y, rect.width, rect.height), shown: (shown.width, shown.height))
    return RealRect(x: x, y: y, width: width, height: height)
  }

  /// Maps a place from the displayed picture to the stored picture of size `stored`.
  package func stored(_ point: RealPoint<Display>, stored: PixelSize) -> RealPoint<Stored> {
    let box = self.stored(point.box, stored: stored)
    return RealPoint(box.x, box.y)
  }

  /// Maps a place from the stored picture of size `stored` to the displayed picture.
  package func display(_ point: RealPoint<Stored>, stored: PixelSize) -> RealPoint<Display> {
    let box = display(point.box, stored: stored)
    return RealPoint(box.x, box.y)
  }

  /// Maps a box from the displayed picture of size `shown` to the stored picture. The box and the result are
  /// x, y, width and height.
  @inline(__always)
  private func stored<Number: Numeric>(
    _ box: (x: Number, y: Number, width: Number, height: Number), shown: (width: Number, height: Number)
  ) -> (Number, Number, Number, Number) {
    let x = flipsHorizontally ? shown.width - (box.x + box.width) : box.x
    let y = flipsVertically ? shown.height - (box.y + box.height) : box.y
    return transposes ? (y, x, box.height, box.width) : (x, y, box.width, box.height)
  }
}
