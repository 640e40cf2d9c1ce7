import ImageModel

/// The report about a file's header, for any format.
package enum ProbedFile: Hashable, Sendable {
  case jpeg(ProbeReport)
  case picture(PictureReport)

  /// Reads the report for the file's format.
  ///
  /// - Throws: what ``JPEGHeader/read(from:)`` and ``PictureHeader/read(from:)`` throw. A file of an
  ///   unknown format is refused as no JPEG.
  package static func read(from source: ByteSource) throws(Finding) -> ProbedFile {
    switch try SourceFormat.tell(source) {
    case .jpeg, nil: .jpeg(try ProbeReport.read(from: source))
    case .png, .webp, .tiff, .heic, .avif, .gif, .bmp: .picture(try PictureReport.read(from: source))
    }
  }
}
