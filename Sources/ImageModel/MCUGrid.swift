/// The grid on which a JPEG can be cut without loss: the grid of its MCUs (ITU-T T.81, A.2).
package struct MCUGrid: Hashable, Sendable {
  /// The width and height of an MCU, in stored pixels.
  package var size: PixelSize

  package init(_ size: PixelSize) { self.size = size }

  /// True if the displayed `box` can be made from the coefficients of a picture stored at `stored`.
  ///
  /// On each axis, the edge at which the output begins must lie on the grid. This edge is the box's left or
  /// top edge as stored. If the picture is mirrored on that axis, it is the right or bottom edge. The
  /// opposite edge may lie within an MCU.
  package func allows(_ box: PixelRect<Stored>, turned: ExifOrientation, in stored: PixelSize) -> Bool {
    PixelRect(stored).contains(box) && nearest(to: box, turned: turned, in: stored) == box
  }

  /// The box nearest to `box` that can be cut without loss; nil if there is none.
  ///
  /// The result contains the part of `box` inside the picture, with one exception. An output can't begin in a
  /// partial MCU at the picture's edge, so it begins at the last whole MCU instead. If `box` lies only in the
  /// partial MCU, the result is the last whole MCU.
  package func nearest(
    to box: PixelRect<Stored>, turned: ExifOrientation, in stored: PixelSize
  ) -> PixelRect<Stored>? {
    let inside = box.intersection(PixelRect(stored))
    if inside.isEmpty { return nil }
    let (left, right) = Self.nearest(
      inside.x..<inside.right, of: stored.width, unit: size.width, isMirrored: turned.mirrorsStoredX)
    let (top, bottom) = Self.nearest(
      inside.y..<inside.bottom, of: stored.height, unit: size.height, isMirrored: turned.mirrorsStoredY)
    let nearest = PixelRect<Stored>(left: left, top: top, right: right, bottom: bottom)
    return nearest.isEmpty ? nil : nearest
  }

  /// The edges of the nearest box on one axis. `whole` is the picture's width or height.
  private static func nearest(
    _ side: Range<Int>, of whole: Int, unit: Int, isMirrored: Bool
  ) -> (Int, Int) {
    let start = side.lowerBound / unit * unit
    if !isMirrored { return (start, side.upperBound) }
    let end = min((side.upperBound + unit - 1) / unit, whole / unit) * unit
    return (side.lowerBound < end ? side.lowerBound : max(end - unit, 0), end)
  }
}

extension ExifOrientation {
  /// True if the stored columns are displayed from the last to the first.
  package var mirrorsStoredX: Bool { transposes ? flipsVertically : flipsHorizontally }

  /// True if the stored rows are displayed from the last to the first.
  package var mirrorsStoredY: Bool { transposes ? flipsHorizontally : flipsVertically }
}
