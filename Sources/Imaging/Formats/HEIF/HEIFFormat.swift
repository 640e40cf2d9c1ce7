import ImageModel

/// HEIF whose picture is coded as HEVC (ISO/IEC 23008-12, annex B).
enum HEICFormat: HEIFFormat {
  static let kind = "HEIF"
  static let brands: Set = ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"]
}

/// HEIF whose picture is coded as AV1 (AV1 Image File Format 1.1).
enum AVIFFormat: HEIFFormat {
  static let kind = "AVIF"
  static let brands: Set = ["avif", "avis"]
}

/// HEIF (ISO/IEC 23008-12). A header gets its ``PictureHeader/format`` from the coding of the picture, not
/// from the brand.
protocol HEIFFormat: PictureFormat {
  static var kind: String { get }
  /// The major brands of files in this format.
  static var brands: Set<String> { get }
}

extension HEIFFormat {
  static var hasPages: Bool { true }

  static func name(of start: [UInt8]) -> String? {
    FileKind.isoBrand(start).map(brands.contains) == true ? kind : nil
  }

  static func read(_ source: ByteSource, page: Int) throws(ImageError) -> PictureHeader {
    var reader = try HEIFHeaderReader(source, page: page)
    return try reader.header()
  }

  static func pages(_ source: inout ByteSource, most: Int) throws(ImageError) -> Int {
    try HEIFHeaderReader(source).pages
  }

  static func demand(_ header: PictureHeader, _ source: ByteSource) -> DecodeDemand {
    var demand = DecodeDemand(detail: header.lossyDetail(source.size))
    do throws(ImageError) {
      let picture = try CodedPicture.read(from: source, page: header.page)
      demand.wholeBytes = picture.decodeBytes(header.storedSize, header.decodedPixels)
    } catch { demand.refusal = error.finding }
    return demand
  }
}
