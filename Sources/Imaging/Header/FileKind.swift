import ImageModel

/// File formats, recognised by their first bytes.
enum FileKind {
  /// The number of leading bytes by which a file is recognised. All formats but XBM and SVG need at most 16 bytes. An
  /// XBM is text, and may begin with a comment; an SVG may have comments before its first element.
  static let lookahead = 4096

  /// The format of a file that begins with `start`; nil if Upright doesn't read such files.
  static func format(of start: [UInt8]) -> SourceFormat? {
    SourceFormat.allCases.first { $0.reader.name(of: start) != nil }
  }

  /// Why a file that begins with `start` is refused.
  static func unsupported(_ start: [UInt8]) -> ImageError {
    ImageError(
      .unsupportedFormat,
      name(of: start).map { "this is \($0), not an image format that is read" }
        ?? "this is not an image format that is read")
  }

  /// The major brand of a file in ISO base media: bytes 8...11, if bytes 4...7 are `ftyp` (ISO/IEC 14496-12,
  /// 4.3). Nil for other files.
  static func isoBrand(_ start: [UInt8]) -> String? {
    guard start.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
    return String(decoding: start.dropFirst(8).prefix(4), as: UTF8.self)
  }

  /// The name of the kind of file that begins with `start`; nil if it is unknown.
  private static func name(of start: [UInt8]) -> String? {
    if let format = format(of: start) { return format.reader.name(of: start) }
    return unread.first { start.starts(with: $0.bytes) }?.name ?? isoBrand(start).map { _ in "ISO media" }
  }

  private static let unread: [(bytes: [UInt8], name: String)] = [
    (Array("%PDF-".utf8), "PDF"),
    ([0xFF, 0x0A], "JPEG XL"),
    ([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20], "JPEG XL"),
    ([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20], "JPEG 2000"),
    ([0xFF, 0x4F, 0xFF, 0x51], "JPEG 2000"),
    (Array("8BPS".utf8), "Photoshop"),
    ([0x76, 0x2F, 0x31, 0x01], "OpenEXR"),
    // The two kinds of array headers differ in length. Their fields follow the length.
    (Array("BA".utf8) + [40, 0, 0, 0], "an array of OS/2 bitmaps or icons"),
    (Array("BA".utf8) + [92, 0, 0, 0], "an array of OS/2 bitmaps or icons"),
    (Array("CI".utf8) + [26, 0, 0, 0], "an OS/2 icon"),
  ]
}
