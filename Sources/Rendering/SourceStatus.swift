import ImageModel
import Imaging
import Planning
import Survey

extension ImagePlan {
  /// Throws `source_changed` if the open source `number` isn't of the planned version any more, and `io_error` if
  /// that can't be found out.
  func checkVersion(_ number: Int32) throws(ImageError) {
    guard let version else { throw ImageError(.sourceChanged) }
    try version.check(number)
  }
}

extension Finding {
  /// A source whose decoder finds another picture than its header says.
  static var unlikeHeader: Finding {
    Finding(.corrupt, "damaged image data: the decoder finds another picture than the header says")
  }
}
