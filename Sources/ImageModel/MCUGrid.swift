/// The grid on which a JPEG can be cut without loss: that of its MCUs (ITU-T T.81, A.2).
package struct MCUGrid: Hashable, Sendable {
  /// Pixels of an MCU across and down, as stored.
  package var size: PixelSize

  package init(_ size: PixelSize) { self.size = size }

  /// True when what a viewer shows of `box` can be made of the coefficients of a picture stored at `stored` alone.
  ///
  /// Where a side begins in the output it has to lie on the grid: the first one as stored, or the last one where the
  /// picture is mirrored. On the other side the picture just ends within an MCU.
  package func allows(_ box: PixelRect<Stored>, turned: ExifOrientation, in stored: PixelSize) -> Bool {
    PixelRect(stored).contains(box) && nearest(to: box, turned: turned, in: stored) == box
  }

  /// The box without loss that is nearest to `box`: it holds all of that, but for what lies in an unfinished MCU at an edge
  /// that a turn would have to begin with; where that is all of it, the last whole MCU. Nil where there is none.
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

  /// The same of one side that is `whole` pixels long.
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
  /// True when a viewer shows the stored columns from the last to the first, across or down.
  package var mirrorsStoredX: Bool { transposes ? flipsVertically : flipsHorizontally }

  /// True when a viewer shows the stored rows from the last to the first, down or across.
  package var mirrorsStoredY: Bool { transposes ? flipsHorizontally : flipsVertically }
}
