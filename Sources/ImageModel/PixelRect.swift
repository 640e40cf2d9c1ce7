/// A box of whole pixels in space `S`. Encoded as `[x, y, width, height]`.
package struct PixelRect<S: Space>: Hashable, Sendable {
  private let storedX: Int32
  private let storedY: Int32
  private let storedWidth: Int32
  private let storedHeight: Int32

  /// The left edge; negative if a padded box begins outside the picture.
  package var x: Int { Int(storedX) }
  /// The top edge; negative if a padded box begins outside the picture.
  package var y: Int { Int(storedY) }
  /// Pixels across.
  package var width: Int { Int(storedWidth) }
  /// Pixels down.
  package var height: Int { Int(storedHeight) }

  /// Values beyond 32 bits are clamped.
  package init(x: Int, y: Int, width: Int, height: Int) {
    storedX = Int32(clamping: x)
    storedY = Int32(clamping: y)
    storedWidth = Int32(clamping: width)
    storedHeight = Int32(clamping: height)
  }

  /// The box that covers a whole picture of `size`.
  package init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// The box between two edges on each axis; `right` and `bottom` are exclusive.
  package init(left: Int, top: Int, right: Int, bottom: Int) {
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The right edge, exclusive.
  package var right: Int { x + width }
  /// The bottom edge, exclusive.
  package var bottom: Int { y + height }
  /// Width and height.
  package var size: PixelSize { PixelSize(width: width, height: height) }
  /// True if the box holds no pixel.
  package var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The part that this box shares with `other`; empty if the boxes don't meet.
  package func intersection(_ other: Self) -> Self {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Self(
      left: left, top: top,
      right: max(left, min(right, other.right)), bottom: max(top, min(bottom, other.bottom)))
  }

  /// The smallest box that holds both this box and `other`.
  package func union(_ other: Self) -> Self {
    Self(
      left: min(x, other.x), top: min(y, other.y),
      right: max(right, other.right), bottom: max(bottom, other.bottom))
  }

  /// True if `other` lies inside this box.
  package func contains(_ other: Self) -> Bool {
    other.x >= x && other.y >= y && other.right <= right && other.bottom <= bottom
  }

  /// The same box with its origin moved.
  package func moved(dx: Int, dy: Int) -> Self {
    Self(x: x + dx, y: y + dy, width: width, height: height)
  }
}

extension PixelRect: Codable {
  package init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    self.init(
      x: try list.decode(Int.self), y: try list.decode(Int.self),
      width: try list.decode(Int.self), height: try list.decode(Int.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for value in [x, y, width, height] { try list.encode(value) }
  }
}

extension PixelRect: CustomStringConvertible {
  /// `1024x768+120+40`, as ImageMagick writes geometries.
  package var description: String {
    "\(width)x\(height)\(x < 0 ? "" : "+")\(x)\(y < 0 ? "" : "+")\(y)"
  }
}
