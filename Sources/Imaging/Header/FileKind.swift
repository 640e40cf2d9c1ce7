import ImageModel

/// File formats, recognised by their first bytes.
enum FileKind {
  /// How many leading bytes are needed.
  static let lookahead = 16

  /// The name of the format that begins with `start`; nil if it is unknown.
  static func name(of start: [UInt8]) -> String? {
    signatures.first { start.starts(with: $0.bytes) }?.name ?? riff(start) ?? isoMedia(start)
  }

  /// The readable format that begins with `start`; nil if there is none.
  static func format(of start: [UInt8]) -> SourceFormat? {
    if start.starts(with: [0xFF, 0xD8]) { return .jpeg }
    return switch name(of: start) {
    case "PNG": .png
    case "GIF": .gif
    case "TIFF", "BigTIFF": .tiff
    case "BMP": .bmp
    case "WebP": .webp
    case "AVIF": .avif
    case "HEIF": .heic
    default: nil
    }
  }

  /// Why a file that begins with `start` is refused.
  static func unsupported(_ start: [UInt8]) -> Finding {
    Finding(
      .unsupportedFormat,
      name(of: start).map { "this is \($0), not an image format that is read" }
        ?? "this is not an image format that is read")
  }

  private static let signatures: [(bytes: [UInt8], name: String)] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "PNG"),
    (Array("GIF87a".utf8), "GIF"),
    (Array("GIF89a".utf8), "GIF"),
    ([0x49, 0x49, 0x2A, 0x00], "TIFF"),
    ([0x4D, 0x4D, 0x00, 0x2A], "TIFF"),
    ([0x49, 0x49, 0x2B, 0x00], "BigTIFF"),
    ([0x4D, 0x4D, 0x00, 0x2B], "BigTIFF"),
    (Array("BM".utf8), "BMP"),
    (Array("%PDF-".utf8), "PDF"),
    ([0xFF, 0x0A], "JPEG XL"),
    ([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20], "JPEG XL"),
    ([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20], "JPEG 2000"),
    ([0xFF, 0x4F, 0xFF, 0x51], "JPEG 2000"),
    (Array("8BPS".utf8), "Photoshop"),
    ([0x76, 0x2F, 0x31, 0x01], "OpenEXR"),
  ]

  /// RIFF: bytes 8...11 are the form type.
  private static func riff(_ start: [UInt8]) -> String? {
    start.starts(with: "RIFF".utf8) && start.dropFirst(8).starts(with: "WEBP".utf8) ? "WebP" : nil
  }

  /// ISO/IEC 14496-12: a `ftyp` box, whose bytes 8...11 are the major brand.
  private static func isoMedia(_ start: [UInt8]) -> String? {
    guard start.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
    switch String(decoding: start.dropFirst(8).prefix(4), as: UTF8.self) {
    case "avif", "avis": return "AVIF"
    case "heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1": return "HEIF"
    default: return "ISO media"
    }
  }
}
