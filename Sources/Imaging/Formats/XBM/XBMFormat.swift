import ImageModel

/// Bitmaps of the X Window System: X11, and X10.
enum XBMFormat: PictureFormat {
  static func name(of start: [UInt8]) -> String? { XBMHeaderReader.isXBM(start) ? "XBM" : nil }

  static func read(_ source: ByteSource, page: Int) throws(ImageError) -> PictureHeader {
    try XBMHeaderReader(source).header
  }

  static func demand(_ header: PictureHeader, _ source: ByteSource) -> DecodeDemand {
    DecodeDemand(detail: .unknown)
  }
}
