import ImageModel

/// What a file's header says, whatever its format.
package enum ProbedFile: Hashable, Sendable {
  case jpeg(ProbeReport)
  case picture(PictureReport)

  /// Reads all that a report of the file's format holds.
  ///
  /// - Throws: what ``JPEGHeader/read(from:)`` and ``PictureHeader/read(from:)`` throw; what is of no format is
  ///   refused as no JPEG.
  package static func read(from source: ByteSource) throws(Finding) -> ProbedFile {
    switch try SourceFormat.tell(source) {
    case .jpeg, nil: .jpeg(try ProbeReport.read(from: source))
    case .png, .webp, .tiff, .heic, .avif, .gif, .bmp: .picture(try PictureReport.read(from: source))
    }
  }
}
