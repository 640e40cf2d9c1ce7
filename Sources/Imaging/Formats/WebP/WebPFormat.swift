import ImageModel

/// WebP (RFC 9649).
enum WebPFormat: PictureFormat {
  /// Returns a name if bytes 8...11, the form type of a RIFF file, are `WEBP`.
  static func name(of start: [UInt8]) -> String? {
    start.starts(with: "RIFF".utf8) && start.dropFirst(8).starts(with: "WEBP".utf8) ? "WebP" : nil
  }

  static func read(_ source: ByteSource, page: Int) throws(ImageError) -> PictureHeader {
    try WebPHeaderReader.read(source)
  }

  static func demand(_ header: PictureHeader, _ source: ByteSource) -> DecodeDemand {
    DecodeDemand(
      wholeBytes: libraryBytes(header, source.size),
      detail: header.isLossless ? header.losslessDetail(source.size) : header.lossyDetail(source.size))
  }

  /// Bytes of the picture's chunks, `fileBytes`, and of libwebp's own memory, as measured with libwebp 1.2.4. For a
  /// lossless picture, libwebp holds all pixels, with 32 bits each, and tables for prefix codes. For a lossy
  /// picture, it holds some rows, and a plane of alpha.
  static func libraryBytes(_ header: PictureHeader, _ fileBytes: Int) -> Int {
    let (area, width) = (header.storedSize.area, header.storedSize.width)
    let tables = min(mostTables, fileBytes / bytesForTable) * tableBytes
    let lossless = 4 * (area + 20 * width) + tables
    let lossy = 128 * width + (header.hasAlpha ? 2 * area : 0)
    return fileBytes + (header.isLossless ? lossless : lossy)
  }

  /// The most groups of prefix codes that libwebp's encoder makes.
  private static let mostTables = 2600
  /// The bytes that libwebp needs in memory for one group of prefix codes.
  private static let tableBytes = 6_000
  /// A file has at least this many bytes for each group of prefix codes, because a group must save more bytes
  /// than the group itself takes.
  private static let bytesForTable = 6000
}
