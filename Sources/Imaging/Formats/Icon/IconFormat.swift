import ImageModel

/// Windows icons.
enum ICOFormat: IconFormat {
  static let format = SourceFormat.ico
  static let number: UInt8 = 1
  static let kind = "ICO"
}

/// Windows cursors.
enum CURFormat: IconFormat {
  static let format = SourceFormat.cur
  static let number: UInt8 = 2
  static let kind = "CUR"
}

/// Windows icons and cursors. Each entry of a file is a page. The main page is the largest entry, and of equally
/// large ones the first with the most bits of a pixel.
protocol IconFormat: PictureFormat {
  static var format: SourceFormat { get }
  /// The number in the file that stands for the format.
  static var number: UInt8 { get }
  /// The format's name.
  static var kind: String { get }
}

extension IconFormat {
  static var hasPages: Bool { true }

  /// The signature is weak: a TGA may begin with the bytes 0, 0, 2 and 0. Such a TGA has no palette, so zeros
  /// follow. An icon has at least one entry.
  static func name(of start: [UInt8]) -> String? {
    start.starts(with: [0, 0, number, 0]) && start.dropFirst(4).prefix(2).contains { $0 != 0 } ? kind : nil
  }

  static func pages(_ source: inout ByteSource, most: Int) throws(ImageError) -> Int {
    try IconDirectory(source).count
  }

  static func mainPage(_ source: ByteSource) throws(ImageError) -> Int {
    try IconDirectory(source).mainEntry()
  }

  static func read(_ source: ByteSource, page: Int) throws(ImageError) -> PictureHeader {
    let directory = try IconDirectory(source)
    var header = try directory.header(of: page)
    header.format = format
    header.page = page
    header.images = directory.count
    return header
  }

  static func demand(_ header: PictureHeader, _ source: ByteSource) throws(ImageError) -> DecodeDemand {
    try IconDirectory(source).demand(header)
  }
}
