import System
import ImageModel

extension OpenSource {

  /// Opens an annotation file as ``open(_:)`` does. Throws `max_file` if it is too large.
  static func openAnnotations(_ path: UnsafePointer<CChar>) throws(OpeningError) -> OpenSource {
    let file = try open(path)
    let bytes = file.version.bytes
    if bytes > FixedLimits.Text.annotationBytes {
      let (size, most) = ByteCount.texts(bytes, FixedLimits.Text.annotationBytes)
      throw .source(Finding(.maxFile, "has \(size), more than an annotation file may have (\(most))"))
    }
    return file
  }
}
