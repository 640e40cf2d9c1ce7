import ImageModel

/// TIFF 6.0 and BigTIFF.
enum TIFFFormat: PictureFormat {
  static let hasPages = true

  /// The first bytes of a file: the byte order, and the number 42 (43 in BigTIFF).
  private static let signatures: [(bytes: [UInt8], name: String)] = [
    ([0x49, 0x49, 0x2A, 0x00], "TIFF"), ([0x4D, 0x4D, 0x00, 0x2A], "TIFF"),
    ([0x49, 0x49, 0x2B, 0x00], "BigTIFF"), ([0x4D, 0x4D, 0x00, 0x2B], "BigTIFF"),
  ]

  static func name(of start: [UInt8]) -> String? {
    signatures.first { start.starts(with: $0.bytes) }?.name
  }

  static func read(_ source: ByteSource, page: Int) throws(ImageError) -> PictureHeader {
    var reader = try TIFFHeaderReader(source, page)
    var header = try reader.header()
    header.images = source.directories.isEmpty ? try reader.pages() : source.directories.count
    return header
  }

  static func pages(_ source: inout ByteSource, most: Int) throws(ImageError) -> Int {
    try TIFFHeaderReader.pages(&source, most: most)
  }

  static func demand(_ header: PictureHeader, _ source: ByteSource) throws(ImageError) -> DecodeDemand {
    let layout = try TIFFLayout.read(from: source, page: header.page)
    var demand = DecodeDemand(
      refusal: layout.refusal(fileBytes: source.size),
      detail: layout.isCompressed ? header.losslessDetail(source.size) : .unknown)
    if demand.refusal != nil || header.storedSize.refusal != nil { return demand }
    demand.wholeBytes = layout.heldBytes(of: source.size)
    demand.reduced = try TIFFSmallerCopy.all(of: header.page, in: source).map {
      SourceSmallerCopy($0.image, wholeBytes: $0.layout.heldBytes(of: source.size))
    }
    return demand
  }
}
