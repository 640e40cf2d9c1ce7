import ImageModel
import Imaging

/// Does what libraries do once, while files can still be opened.
enum WarmUp {
  /// Encodes a little: libjpeg-turbo finds out what the processor can do.
  static func run() {
    let encoder = try? PictureEncoder(.jpeg) { _ in }
    guard let plane = try? Plane<UInt8>(width: 8, height: 8) else { return }
    _ = try? encoder?.encode(
      [Channel(plane)], PixelFormat(.grey), options: .jpeg(), metadata: KeptMetadata())
  }
}
