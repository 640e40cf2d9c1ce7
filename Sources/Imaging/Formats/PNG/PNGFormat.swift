import ImageModel

/// PNG (third edition).
enum PNGFormat: PictureFormat {
  static func name(of start: [UInt8]) -> String? {
    start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) ? "PNG" : nil
  }

  static func read(_ source: ByteSource, page: Int) throws(ImageError) -> PictureHeader {
    try PNGHeaderReader.read(source)
  }

  static func demand(_ header: PictureHeader, _ source: ByteSource) -> DecodeDemand {
    let pixels = header.decodedPixels
    return DecodeDemand(
      wholeBytes: header.isInterlaced ? header.storedSize.area * pixels.planes * pixels.depth.bytes : 0,
      detail: header.losslessDetail(source.size))
  }
}
