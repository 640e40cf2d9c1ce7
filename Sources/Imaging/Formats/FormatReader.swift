import ImageModel

/// Reads files of one format. Each format has a reader of its own, in its own folder.
protocol FormatReader {
  /// True if a file may have several pages.
  static var hasPages: Bool { get }

  /// The format's name, if a file that begins with `start` is of this format; nil otherwise. `start` has at
  /// most ``FileKind/lookahead`` bytes.
  static func name(of start: [UInt8]) -> String?

  /// The page that is taken if a job names none; page 0 is the first.
  ///
  /// - Throws: `bad_header`, `io_error`.
  static func mainPage(_ source: ByteSource) throws(ImageError) -> Int

  /// Reads the header of a page; page 0 is the first.
  ///
  /// - Throws: `bad_header`, `zero_size`, `io_error`; for a JPEG also `component_count`, `hierarchical`.
  static func header(_ source: ByteSource, page: Int) throws(ImageError) -> any SourceHeader

  /// The number of pages, counted up to `most` + 1. The TIFF reader leaves the offsets of the pages in
  /// `source`.
  ///
  /// - Throws: `bad_header` if pages can't be counted; `io_error`.
  static func pages(_ source: inout ByteSource, most: Int) throws(ImageError) -> Int
}

extension FormatReader {
  static var hasPages: Bool { false }
  static func mainPage(_ source: ByteSource) throws(ImageError) -> Int { 0 }
  static func pages(_ source: inout ByteSource, most: Int) throws(ImageError) -> Int { 1 }
}

extension SourceFormat {
  /// The reader of this format. This property is the table of all formats.
  var reader: any FormatReader.Type {
    switch self {
    case .jpeg: JPEGFormat.self
    case .png: PNGFormat.self
    case .webp: WebPFormat.self
    case .tiff: TIFFFormat.self
    case .heic: HEICFormat.self
    case .avif: AVIFFormat.self
    case .gif: GIFFormat.self
    case .bmp: BMPFormat.self
    case .ico: ICOFormat.self
    case .cur: CURFormat.self
    case .xbm: XBMFormat.self
    case .raw: RawFormat.self
    case .svg: SVGFormat.self
    }
  }

  /// Tells a file's format by its first bytes, and a raw file in a TIFF by its directories. Nil if the format is
  /// unknown.
  ///
  /// - Throws: `io_error`.
  package static func tell(_ source: ByteSource) throws(ImageError) -> SourceFormat? {
    let format = FileKind.format(of: try source.read(at: 0, count: FileKind.lookahead))
    guard format == .tiff else { return format }
    return try RawFormat.isRaw(source) ? .raw : .tiff
  }

  /// Reads the header of a file's page; page 0 is the first. If `page` is nil, the reader of the format chooses
  /// the page.
  ///
  /// At most 16 MiB of the file are read. The header of a legal picture is returned even if that kind of
  /// picture is refused later. The JPEG reader gets files of unknown formats, and refuses them.
  ///
  /// - Throws: `empty_file`, `unsupported_format`, `bad_header`, `zero_size`, `component_count`,
  ///   `hierarchical`, `io_error`.
  package static func header(of source: ByteSource, page: Int? = nil) throws(ImageError) -> any SourceHeader {
    let reader = (try tell(source) ?? .jpeg).reader
    if let page, page != 0 && !reader.hasPages { throw .noPage(page) }
    let number = if let page { page } else { try reader.mainPage(source) }
    return try reader.header(source, page: number)
  }

  /// The number of pages in a file, counted up to `most` + 1. The number is 1 for a format without pages, and
  /// for a header that can't be followed. If a TIFF's chain of directories breaks at a directory, that
  /// directory counts too, although its header can't be read. `source` keeps the offsets of a TIFF's
  /// directories, so that each page is read without the others.
  ///
  /// - Throws: `io_error`.
  package static func pages(in source: inout ByteSource, most: Int) throws(ImageError) -> Int {
    do throws(ImageError) {
      return try tell(source)?.reader.pages(&source, most: most) ?? 1
    } catch {
      if error.finding.code == .ioError { throw error }
      return 1
    }
  }
}
