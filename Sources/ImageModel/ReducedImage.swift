/// A smaller copy of a picture that its file holds beside it: a reduced-resolution image (TIFF 6.0, section 8,
/// NewSubfileType), such as a level of a pyramid.
///
/// The picture was halved, and perhaps halved again: each of the copy's pixels shows a square of `factor` by `factor` of the
/// picture's, from the top left corner on. Where that leaves a rest at the right and the bottom it is in a pixel that is
/// covered in part, or left out.
package struct ReducedImage: Codable, Hashable, Sendable {
  /// Where its directory begins in the file.
  package let offset: Int
  /// Width and height in pixels, in the picture's stored orientation.
  package let storedSize: PixelSize
  /// 2, 4, 8 and so on.
  package let factor: Int

  package enum CodingKeys: String, CodingKey {
    case offset
    case storedSize = "stored_size"
    case factor
  }

  private static let mostHalvings = 16

  /// A copy of a picture of size `stored`; nil where it was made smaller in another way.
  package init?(offset: Int, storedSize: PixelSize, of stored: PixelSize) {
    let factors = (1...Self.mostHalvings).lazy.map { 1 << $0 }
    guard let factor = factors.first(where: { storedSize.isPart($0, of: stored) }) else { return nil }
    self.offset = offset
    self.storedSize = storedSize
    self.factor = factor
  }

  /// True for what ``init(offset:storedSize:of:)`` gives.
  package func isConsistent(of stored: PixelSize) -> Bool {
    self == ReducedImage(offset: offset, storedSize: storedSize, of: stored)
  }

  /// How its samples lie over the picture.
  package var grid: DecodeGrid { DecodeGrid(reducedBy: factor) }

  /// True where it has `oversample` pixels for each of `content`, to which the stored box `crop` of the picture is
  /// resampled, and where it isn't only what was left out that the box shows.
  package func serves(_ content: PixelSize, from crop: PixelRect<Stored>, oversample: Double) -> Bool {
    let (width, height) = grid.extent(of: crop.size)
    return crop.x < storedSize.width * factor && crop.y < storedSize.height * factor
      && width >= oversample * Double(content.width) && height >= oversample * Double(content.height)
  }
}

extension PixelSize {
  /// True where each side is that of `whole` divided by `factor`, rounded up or down.
  fileprivate func isPart(_ factor: Int, of whole: PixelSize) -> Bool {
    func isPart(_ side: Int, _ whole: Int) -> Bool {
      side == whole / factor || side == (whole + factor - 1) / factor
    }
    return isPart(width, whole.width) && isPart(height, whole.height) && width > 0 && height > 0
  }
}
