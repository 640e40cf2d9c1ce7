/// Says when Upright decodes the small JPEG in a picture's EXIF block in place of the picture.
package enum ThumbnailUse: String, Codable, Sendable, CaseIterable {
  case never
  /// The thumbnail is decoded for each output for which it has enough pixels.
  case whenLargeEnough = "when_large_enough"
}

/// The JPEG thumbnail in a picture's EXIF block (EXIF 2.32, 4.5.5), if it shows the same as the picture.
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

  /// The thumbnail's offset in the file.
  package var offset: Int { Int(storedOffset) }
  /// The thumbnail's length in bytes.
  package var bytes: Int { Int(storedBytes) }
  /// The thumbnail's place in the file.
  package var range: Range<Int> { offset..<offset + max(bytes, 0) }

  /// How the thumbnail's samples at a scale lie over a stored picture of size `stored`.
  package func grid(_ scale: DCTScale, showing stored: PixelSize) -> DecodeGrid {
    DecodeGrid(scale, of: storedSize, showing: stored)
  }

  /// True if the thumbnail has at least one pixel for each pixel of an output's content, on both axes.
  /// `content` is the size to which a box of `crop` stored pixels is resampled. `stored` is the picture's
  /// size.
  package func covers(_ content: PixelSize, from crop: PixelSize, of stored: PixelSize) -> Bool {
    crop.width * storedSize.width >= content.width * stored.width
      && crop.height * storedSize.height >= content.height * stored.height
  }
}

extension PixelSize {
  /// True if a smaller copy of `picture` can have this size. The shorter side may differ by one pixel from
  /// the exact aspect ratio.
  package func isScaled(_ picture: PixelSize) -> Bool {
    width > 0 && height > 0 && width <= picture.width && height <= picture.height
      && abs(width * picture.height - height * picture.width) <= max(picture.width, picture.height)
  }
}
