import ImageModel

/// Windows and OS/2 bitmaps.
enum BMPFormat: PictureFormat {
  static func name(of start: [UInt8]) -> String? { start.starts(with: "BM".utf8) ? "BMP" : nil }

  static func read(_ source: ByteSource, page: Int) throws(ImageError) -> PictureHeader {
    var reader = try BMPHeaderReader(source)
    return try reader.header()
  }

  static func demand(_ header: PictureHeader, _ source: ByteSource) throws(ImageError) -> DecodeDemand {
    // These depths may have runs of pixels, which the decoder keeps as indices.
    let hasRuns = header.colors == .palette && (header.bits == 4 || header.bits == 8)
    return DecodeDemand(
      refusal: try BMPHeaderReader(source).refusal(), wholeBytes: hasRuns ? header.storedSize.area : 0,
      detail: .unknown)
  }
}
