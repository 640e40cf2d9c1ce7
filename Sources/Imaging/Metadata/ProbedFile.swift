import ImageModel

/// The report about a file's header, for any format.
package enum ProbedFile: Hashable, Sendable {
  case jpeg(ProbeReport)
  case picture(PictureReport)

  /// Reads the file's header, and makes the kind of report that belongs to the file's format.
  ///
  /// - Throws: the errors of ``SourceFormat/header(of:page:)``.
  package static func read(from source: ByteSource) throws(ImageError) -> ProbedFile {
    try SourceFormat.header(of: source).report(on: source)
  }
}
