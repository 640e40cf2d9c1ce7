import ImageModel
import Imaging
import Planning
import Survey

extension ImagePlan {
  /// Throws `source_changed` if the source that is open as descriptor `number` no longer has the planned
  /// version. Throws `io_error` if the source's status can't be read.
  func checkVersion(_ number: Int32) throws(ImageError) {
    guard let version else { throw ImageError(.sourceChanged) }
    try version.check(number)
  }
}

extension Finding {
  /// The finding for a source whose header describes another picture than the decoder finds.
  static var unlikeHeader: Finding {
    Finding(.corrupt, "damaged image data: the decoder finds another picture than the header says")
  }
}
