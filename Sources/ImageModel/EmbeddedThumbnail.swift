/// When the small JPEG in a picture's EXIF block is decoded in the picture's place.
package enum ThumbnailUse: String, Codable, Sendable, CaseIterable {
  case never
  /// For each output that it has pixels enough for.
  case whenLargeEnough = "when_large_enough"
}

/// The JPEG thumbnail of a picture's EXIF block (EXIF 2.32, 4.5.5), as far as it shows what the picture shows.
package struct EmbeddedThumbnail: Codable, Hashable, Sendable {
  // Half-width storage keeps a plan of 100,000 images small; headers end within 16 MiB.
  private let storedOffset: Int32
  private let storedBytes: Int32
  /// Width and height in pixels, in the picture's stored orientation.
  package let storedSize: PixelSize
  package let color: ColorModel

  package enum CodingKeys: String, CodingKey {
    case storedOffset = "offset"
    case storedBytes = "bytes"
    case storedSize = "stored_size"
    case color
  }

  /// A thumbnail in `range` of the file's bytes.
  package init(range: Range<Int>, storedSize: PixelSize, color: ColorModel) {
    storedOffset = Int32(clamping: range.lowerBound)
    storedBytes = Int32(clamping: range.count)
    self.storedSize = storedSize
    self.color = color
  }

  /// Where it begins in the file.
  package var offset: Int { Int(storedOffset) }
  /// Its length.
  package var bytes: Int { Int(storedBytes) }
  /// Where it lies in the file.
  package var range: Range<Int> { offset..<offset + max(bytes, 0) }

  /// How its samples at a scale lie over a stored picture of size `stored`.
  package func grid(_ scale: DCTScale, showing stored: PixelSize) -> DecodeGrid {
    DecodeGrid(scale, of: storedSize, showing: stored)
  }

  /// True where it has a pixel of its own for each of `content`, to which a box of `crop` stored pixels of a picture of
  /// size `stored` is resampled.
  package func covers(_ content: PixelSize, from crop: PixelSize, of stored: PixelSize) -> Bool {
    crop.width * storedSize.width >= content.width * stored.width
      && crop.height * storedSize.height >= content.height * stored.height
  }
}

extension PixelSize {
  /// True for the size of a picture of `picture` that was made smaller: with the longer side scaled exactly, the other one
  /// is at most a pixel off.
  package func isScaled(_ picture: PixelSize) -> Bool {
    width > 0 && height > 0 && width <= picture.width && height <= picture.height
      && abs(width * picture.height - height * picture.width) <= max(picture.width, picture.height)
  }
}
