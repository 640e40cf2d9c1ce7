/// A box with fractional edges in space `S`. Encoded as `[x, y, width, height]`.
package struct RealRect<S: Space>: Hashable, Sendable {
  /// The left edge.
  package var x: Double
  /// The top edge.
  package var y: Double
  /// Extent across.
  package var width: Double
  /// Extent down.
  package var height: Double

  /// A box from its origin and extent.
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// A box of whole pixels.
  package init(_ rect: PixelRect<S>) {
    self.init(
      x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
  }

  /// The right edge.
  package var right: Double { x + width }
  /// The bottom edge.
  package var bottom: Double { y + height }

  /// The part that this box shares with `other`; nil if the boxes share no area.
  package func intersection(_ other: Self) -> Self? {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let (width, height) = (min(right, other.right) - left, min(bottom, other.bottom) - top)
    return width > 0 && height > 0 ? Self(x: left, y: top, width: width, height: height) : nil
  }
}

extension RealRect: Codable {
  package init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    self.init(
      x: try list.decode(Double.self), y: try list.decode(Double.self),
      width: try list.decode(Double.self), height: try list.decode(Double.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for value in [x, y, width, height] { try list.encode(value) }
  }
}
