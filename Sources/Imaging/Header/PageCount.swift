import ImageModel

extension PictureHeader {
  /// The number of pages in a file, counted up to `most` + 1. It is 1 for a format without pages, and for a
  /// header that can't be followed. A TIFF directory at which the chain breaks counts too, though
  /// ``read(from:page:)`` can't read it. `source` keeps the offsets, so that each page is read without the
  /// others.
  ///
  /// - Throws: `io_error`.
  package static func pages(in source: inout ByteSource, most: Int) throws(Finding) -> Int {
    do throws(Finding) {
      switch FileKind.format(of: try source.read(at: 0, count: FileKind.lookahead)) {
      case .tiff: return try TIFFHeaderReader.pages(&source, most: most)
      case .heic, .avif: return try HEIFHeaderReader(source).pages
      default: return 1
      }
    } catch {
      if error.code == .ioError { throw error }
      return 1
    }
  }
}
