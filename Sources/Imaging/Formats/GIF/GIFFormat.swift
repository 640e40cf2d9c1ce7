import ImageModel

/// GIF87a and GIF89a.
enum GIFFormat: PictureFormat {
  static func name(of start: [UInt8]) -> String? {
    start.starts(with: "GIF87a".utf8) || start.starts(with: "GIF89a".utf8) ? "GIF" : nil
  }

  static func read(_ source: ByteSource, page: Int) throws(ImageError) -> PictureHeader {
    try GIFHeaderReader.read(source)
  }

  static func demand(_ header: PictureHeader, _ source: ByteSource) -> DecodeDemand {
    DecodeDemand(
      wholeBytes: header.isInterlaced ? header.storedSize.area : 0,
      detail: header.losslessDetail(source.size))
  }
}
