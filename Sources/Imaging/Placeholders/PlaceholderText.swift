import ImageModel
import System

extension Placeholder {
  /// The longest side of the picture from which the placeholder is made.
  private var side: Int { self == .lqip ? 16 : 32 }

  /// The placeholder of an output with `planes` in the format `pixels`. A viewer turns the output by `orientation`.
  /// BlurHash and LQIP have no alpha: the picture lies over `background`.
  ///
  /// Throws `encode_failed`, `memory` and `timeout`.
  package func text(
    of planes: [Channel], _ pixels: PixelFormat, _ orientation: ExifOrientation, over background: RGBColor,
    deadline: Int64 = .max
  ) throws(ImageError) -> String {
    let picture = PlaceholderPicture(planes, pixels, orientation, side: side)
    return switch self {
    case .blurhash: BlurHash.text(of: picture.over(background))
    case .thumbhash: Base64.text(ThumbHash.bytes(of: picture))
    case .lqip: try Self.webp(of: picture.over(background), deadline)
    }
  }

  /// A WebP as a URL, at the best of some qualities at which the text isn't too long.
  private static func webp(_ picture: PlaceholderPicture, quality: Int, _ deadline: Int64)
    throws(ImageError) -> String
  {
    var planes: [Channel] = []
    for channel in 0..<3 {
      let plane = try Plane<UInt8>(width: picture.size.width, height: picture.size.height)
      for (place, pixel) in picture.pixels.enumerated() {
        plane.row(place / picture.size.width)[place % picture.size.width] = pixel[channel]
      }
      planes.append(Channel(plane))
    }
    var options = EncodeOptions.defaults(.webp)
    options.quality = quality
    var bytes: [UInt8] = []
    try PictureEncoder(.webp, deadline: deadline) { bytes += $0 }
      .encode(planes, PixelFormat(.rgb), options: options, metadata: KeptMetadata())
    return webpStart + Base64.text(bytes)
  }

  private static func webp(of picture: PlaceholderPicture, _ deadline: Int64) throws(ImageError) -> String {
    for quality in [40, 20, 10] {
      let text = try webp(picture, quality: quality, deadline)
      if text.utf8.count <= Placeholder.lqip.mostBytes { return text }
    }
    return try webp(picture, quality: 1, deadline)
  }
}
