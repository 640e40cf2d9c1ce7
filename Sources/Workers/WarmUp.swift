import ImageModel
import Imaging

/// Does what libraries do once, while files can still be opened.
enum WarmUp {
  /// Encodes a little: libjpeg-turbo finds out what the processor can do, and sorting, as libtiff and libwebp do it,
  /// how much memory there is.
  static func run() {
    for format in [OutputFormat.jpeg, .tiff] {
      let encoder = try? PictureEncoder(format) { _ in }
      guard let plane = try? Plane<UInt8>(width: 8, height: 8) else { return }
      _ = try? encoder?.encode(
        [Channel(plane)], PixelFormat(.grey), options: .defaults(format), metadata: KeptMetadata())
    }
  }
}
