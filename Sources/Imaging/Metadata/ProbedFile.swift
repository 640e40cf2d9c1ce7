import ImageModel

/// The report about a file's header, for any format.
package enum ProbedFile: Hashable, Sendable {
  case jpeg(ProbeReport)
  case picture(PictureReport)

  /// Reads the file's header, and makes the kind of report that its format has.
  ///
  /// - Throws: what ``SourceFormat/header(of:page:)`` throws.
  package static func read(from source: ByteSource) throws(ImageError) -> ProbedFile {
    try SourceFormat.header(of: source).report(on: source)
  }
}
