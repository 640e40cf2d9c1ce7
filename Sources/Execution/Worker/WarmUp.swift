import ImageModel
import Imaging

/// Does what libraries do once, while files can still be opened.
enum WarmUp {
  /// Encodes a little: libjpeg-turbo finds out what the processor can do.
  static func run() {
    let encoder = try? JPEGEncoder { _ in }
    guard let plane = try? Plane<UInt8>(width: 8, height: 8) else { return }
    try? encoder?.encode([plane], options: EncodeOptions(), markers: [])
  }
}
