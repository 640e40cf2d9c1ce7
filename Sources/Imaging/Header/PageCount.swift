import ImageModel

extension PictureHeader {
  /// How many pages a file has: 1 for one of a format without pages, and for one whose header can't be followed. Of a TIFF
  /// a directory at which the chain breaks counts too, though ``read(from:page:)`` can't read it; no more than `most` and
  /// one are counted. `source` keeps where they begin, so that each of them is read without the others.
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
