/// The grid on which a JPEG can be cut without loss: the grid of its MCUs (ITU-T T.81, A.2).
package struct MCUGrid: Hashable, Sendable {
  /// The distances between the edges at which an output may begin, in stored pixels: the width and height of an
  /// MCU, or a multiple of them.
  package var size: PixelSize
  /// The distances between the edges at which an output may end: a pixel, or more if a gain map is cut as well.
  package var ends: PixelSize

  package init(_ size: PixelSize, ends: PixelSize = PixelSize(width: 1, height: 1)) {
    self.size = size
    self.ends = ends
  }

  /// The grid on which a picture stored at `stored` can be cut together with its gain map, which has the grid
  /// `map` and the size `mapSize`. The edges of each box lie at whole pixels of the map.
  package func joined(with map: MCUGrid, of mapSize: PixelSize, in stored: PixelSize) -> MCUGrid {
    let across = Self.joined(size.width, map.size.width, mapSize.width, stored.width)
    let down = Self.joined(size.height, map.size.height, mapSize.height, stored.height)
    return MCUGrid(
      PixelSize(width: across.begin, height: down.begin), ends: PixelSize(width: across.end, height: down.end)
    )
  }

  /// The joint distances on one axis, for MCUs of `unit` pixels, and MCUs of `mapUnit` pixels in a map. The
  /// lengths of the map and the picture are `map` and `whole`.
  private static func joined(_ unit: Int, _ mapUnit: Int, _ map: Int, _ whole: Int) -> (begin: Int, end: Int)
  {
    // Pixel `x` of the picture lies at `x * map / whole` in the map.
    let common = greatestCommonDivisor(map, whole)
    let end = whole / common
    let begin = mapUnit / greatestCommonDivisor(map / common, mapUnit) * end
    return (unit / greatestCommonDivisor(unit, begin) * begin, end)
  }

  /// The greatest common divisor of two positive numbers, by Euclid's algorithm.
  private static func greatestCommonDivisor(_ one: Int, _ other: Int) -> Int {
    var (larger, smaller) = (one, other)
    while smaller > 0 { (larger, smaller) = (smaller, larger % smaller) }
    return larger
  }

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
      inside.x..<inside.right, of: stored.width, (size.width, ends.width), isMirrored: turned.mirrorsStoredX)
    let (top, bottom) = Self.nearest(
      inside.y..<inside.bottom, of: stored.height, (size.height, ends.height),
      isMirrored: turned.mirrorsStoredY)
    let nearest = PixelRect<Stored>(left: left, top: top, right: right, bottom: bottom)
    return nearest.isEmpty ? nil : nearest
  }

  /// The edges of the nearest box on one axis. `whole` is the picture's width or height. `distances` are those of
  /// the edges at which an output begins and ends.
  private static func nearest(
    _ side: Range<Int>, of whole: Int, _ distances: (begin: Int, end: Int), isMirrored: Bool
  ) -> (Int, Int) {
    let (unit, step) = distances
    if !isMirrored {
      return (side.lowerBound / unit * unit, min((side.upperBound + step - 1) / step * step, whole))
    }
    let end = min((side.upperBound + unit - 1) / unit, whole / unit) * unit
    let start = side.lowerBound / step * step
    return (start < end ? start : max(end - unit, 0), end)
  }
}

extension ExifOrientation {
  /// True if the stored columns are displayed from the last to the first.
  package var mirrorsStoredX: Bool { transposes ? flipsVertically : flipsHorizontally }

  /// True if the stored rows are displayed from the last to the first.
  package var mirrorsStoredY: Bool { transposes ? flipsHorizontally : flipsVertically }
}
