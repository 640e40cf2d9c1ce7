import ImageModel

/// A small picture in grey.
package struct GreyPicture: Hashable, Sendable {
  package let size: PixelSize
  /// Levels of 8 bits, row by row from the top.
  package let samples: [UInt8]

  /// The most pixels of the longer side of a picture whose facts are found.
  package static let side = 256

  /// A picture of these levels; nil if they don't fill a size of at least one pixel.
  package init?(_ size: PixelSize, _ samples: [UInt8]) {
    guard size.width > 0, size.height > 0, samples.count == size.area else { return nil }
    (self.size, self.samples) = (size, samples)
  }

  /// The grey levels of `picture`, over mid-grey where it is transparent: neither dark nor bright pictures vanish
  /// there.
  package init(_ picture: SmallPicture) {
    let (planes, pixels) = (picture.pixels.planes, picture.pixels)
    size = picture.size
    if planes == 1 {
      samples = picture.samples
      return
    }
    samples = stride(from: 0, to: picture.samples.count - planes + 1, by: planes).map { place in
      let level =
        pixels.color == .rgb
        ? Self.luma(picture.samples[place], picture.samples[place + 1], picture.samples[place + 2])
        : Int(picture.samples[place])
      let alpha = pixels.hasAlpha ? Int(picture.samples[place + planes - 1]) : 255
      return UInt8((level * alpha + 128 * (255 - alpha) + 127) / 255)
    }
  }

  /// Luma by the weights of ITU-R BT.601, section 2.5.1, in units of 1/65536, rounded.
  private static func luma(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
    (Int(red) * 19595 + Int(green) * 38470 + Int(blue) * 7471 + 32768) >> 16
  }
}
