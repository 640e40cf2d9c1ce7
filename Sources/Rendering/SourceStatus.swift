import ImageModel
import Imaging
import Planning
import Survey

extension ImagePlan {
  /// Throws `source_changed` if the open source `number` isn't of the planned version any more. Throws
  /// `io_error` if its status can't be read.
  func checkVersion(_ number: Int32) throws(ImageError) {
    guard let version else { throw ImageError(.sourceChanged) }
    try version.check(number)
  }
}

extension Finding {
  /// The finding for a source in which the decoder finds another picture than its header describes.
  static var unlikeHeader: Finding {
    Finding(.corrupt, "damaged image data: the decoder finds another picture than the header says")
  }
}
