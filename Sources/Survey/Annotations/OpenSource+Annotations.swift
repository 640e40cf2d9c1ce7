import ImageModel

extension OpenSource {
  /// The most bytes of an annotation file. Its boxes take several times as much memory, and are all kept.
  private static let mostAnnotationBytes = 4 << 30

  /// Opens an annotation file as ``open(_:)`` does. Throws `max_file` if it is too large.
  static func openAnnotations(_ path: UnsafePointer<CChar>) throws(OpeningError) -> OpenSource {
    let file = try open(path)
    let bytes = file.version.bytes
    if bytes > mostAnnotationBytes {
      let (size, most) = ByteCount.texts(bytes, mostAnnotationBytes)
      throw .source(Finding(.maxFile, "has \(size), more than an annotation file may have (\(most))"))
    }
    return file
  }
}
