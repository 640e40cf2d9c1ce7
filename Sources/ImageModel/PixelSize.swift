/// A picture's width and height in pixels. Encoded as `[width, height]`.
package struct PixelSize: Hashable, Sendable {
  // Half-width storage keeps a plan of 100,000 images small.
  private let storedWidth: Int32
  private let storedHeight: Int32

  /// Pixels across.
  package var width: Int { Int(storedWidth) }
  /// Pixels down.
  package var height: Int { Int(storedHeight) }

  /// Values beyond 32 bits are clamped.
  package init(width: Int, height: Int) {
    storedWidth = Int32(clamping: width)
    storedHeight = Int32(clamping: height)
  }

  /// Number of pixels.
  package var area: Int { width * height }
  /// Width and height exchanged.
  package var transposed: PixelSize { PixelSize(width: height, height: width) }

  /// This size, reduced to sides of at most `side` in the same proportions. A small size isn't enlarged, and
  /// no side becomes 0.
  package func fitted(into side: Int) -> PixelSize {
    let longer = max(width, height)
    if longer <= side { return self }
    return PixelSize(
      width: Self.scaled(width, side, longer), height: Self.scaled(height, side, longer))
  }

  /// floor(n * part / whole + 1/2), at least 1.
  private static func scaled(_ n: Int, _ part: Int, _ whole: Int) -> Int {
    max(1, (2 * n * part + whole) / (2 * whole))
  }
}

extension PixelSize: Codable {
  package init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    self.init(width: try list.decode(Int.self), height: try list.decode(Int.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(width)
    try list.encode(height)
  }
}

extension PixelSize: CustomStringConvertible {
  /// `4032x3024`, as ImageMagick writes sizes.
  package var description: String { "\(width)x\(height)" }
}
