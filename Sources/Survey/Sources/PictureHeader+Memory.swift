import ImageModel
import Imaging

extension PictureHeader {
  /// The bytes that a decode of the picture to `pixels` holds of all of it, beside what it gives.
  func wholeBytes(_ pixels: PixelFormat, fileBytes: Int) -> Int {
    switch format {
    case .png: isInterlaced ? storedSize.area * pixels.planes * pixels.depth.bytes : 0
    case .webp: webpBytes(fileBytes)
    case .gif: isInterlaced ? storedSize.area : 0
    // Runs of pixels, which these depths may have, are kept as indices.
    case .bmp: colors == .palette && (bits == 4 || bits == 8) ? storedSize.area : 0
    case .jpeg, .tiff, .heic, .avif: 0
    }
  }

  /// libwebp's own memory, measured with 1.2.4, and the picture's chunks: all of the pixels in 32 bits of what is lossless,
  /// with tables for its prefix codes; of lossy colours some rows, and of their alpha a plane, coded in 8 bits.
  private func webpBytes(_ fileBytes: Int) -> Int {
    let area = storedSize.area
    let tables = min(Self.mostTables, fileBytes / Self.bytesForTable) * Self.tableBytes
    let lossless = 4 * (area + 20 * storedSize.width) + tables
    let lossy = 128 * storedSize.width + (hasAlpha ? 2 * area : 0)
    return fileBytes + (isLossless ? lossless : lossy)
  }

  /// The most groups of prefix codes that libwebp's encoder makes, the bytes of one in memory, and those that a file has for
  /// each: one that saves less than that isn't worth its own length to an encoder.
  private static let mostTables = 2600
  private static let tableBytes = 6_000
  private static let bytesForTable = 6000
}
