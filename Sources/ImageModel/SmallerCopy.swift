/// A smaller copy of a picture in the same file, such as a level of a pyramid. TIFF calls it a
/// reduced-resolution image (TIFF 6.0, section 8, NewSubfileType).
///
/// The picture was halved once or several times. Each pixel of the copy shows a square of `factor` by
/// `factor` pixels of the picture. The squares begin at the picture's top left corner. If the last squares
/// reach beyond the right or bottom edge, the copy shows the parts inside the picture, or leaves them out.
package struct SmallerCopy: Codable, Hashable, Sendable {
  /// The offset of the copy's directory in the file.
  package let offset: Int
  /// Width and height in pixels, in the picture's stored orientation.
  package let storedSize: PixelSize
  /// The number of the picture's pixels for one pixel of the copy, on each axis: 2, 4, 8 and so on.
  package let factor: Int

  package enum CodingKeys: String, CodingKey {
    case offset
    case storedSize = "stored_size"
    case factor
  }

  private static let mostHalvings = 16

  /// A copy of a picture of size `stored`; nil if `storedSize` isn't the result of halving `stored`.
  package init?(offset: Int, storedSize: PixelSize, of stored: PixelSize) {
    let factors = (1...Self.mostHalvings).lazy.map { 1 << $0 }
    guard let factor = factors.first(where: { storedSize.isPart($0, of: stored) }) else { return nil }
    self.offset = offset
    self.storedSize = storedSize
    self.factor = factor
  }

  /// True for a value that ``init(offset:storedSize:of:)`` can give.
  package func isConsistent(of stored: PixelSize) -> Bool {
    self == SmallerCopy(offset: offset, storedSize: storedSize, of: stored)
  }

  /// How the copy's samples lie over the picture.
  package var grid: DecodeGrid { DecodeGrid(reducedBy: factor) }

  /// True if the copy has `oversample` pixels for each pixel of `content`, on both axes. `content` is the
  /// size to which the stored box `crop` is resampled. The copy must show at least a part of the box.
  package func serves(_ content: PixelSize, from crop: PixelRect<Stored>, oversample: Double) -> Bool {
    let (width, height) = grid.extent(of: crop.size)
    return crop.x < storedSize.width * factor && crop.y < storedSize.height * factor
      && width >= oversample * Double(content.width) && height >= oversample * Double(content.height)
  }
}

extension PixelSize {
  /// True if width and height are those of `whole`, divided by `factor` and rounded up or down.
  fileprivate func isPart(_ factor: Int, of whole: PixelSize) -> Bool {
    func isPart(_ side: Int, _ whole: Int) -> Bool {
      side == whole / factor || side == (whole + factor - 1) / factor
    }
    return isPart(width, whole.width) && isPart(height, whole.height) && width > 0 && height > 0
  }
}
