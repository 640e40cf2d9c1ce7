import ImageModel

/// WebP (RFC 9649).
enum WebPFormat: PictureFormat {
  /// RIFF: bytes 8...11 are the form type.
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

  /// The picture's chunks and libwebp's own memory, as measured with 1.2.4. A lossless picture takes all
  /// pixels in 32 bits, and tables for prefix codes. A lossy one takes some rows, and a plane of alpha.
  private static func libraryBytes(_ header: PictureHeader, _ fileBytes: Int) -> Int {
    let (area, width) = (header.storedSize.area, header.storedSize.width)
    let tables = min(mostTables, fileBytes / bytesForTable) * tableBytes
    let lossless = 4 * (area + 20 * width) + tables
    let lossy = 128 * width + (header.hasAlpha ? 2 * area : 0)
    return fileBytes + (header.isLossless ? lossless : lossy)
  }

  /// The most groups of prefix codes that libwebp's encoder makes.
  private static let mostTables = 2600
  /// The bytes of one group in memory.
  private static let tableBytes = 6_000
  /// The fewest bytes of a file for each group of prefix codes. A group must save more bytes than the group
  /// itself takes.
  private static let bytesForTable = 6000
}
