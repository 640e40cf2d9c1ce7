import CKernel
import Glibc
import ImageModel
import Imaging
import Planning
import Survey
import System

extension FileStatus {
  /// True when it is the file that `plan` was made for, unchanged as far as its status tells.
  package func matches(_ plan: ImagePlan) -> Bool {
    bytes == plan.bytes && modified == plan.modified && inode == plan.inode
  }
}

extension JobFolders {
  /// Opens the source of an image. Throws `source_changed` if it isn't the planned one.
  package func open(_ image: ImagePlan) throws(OpeningError) -> OpenSource {
    let source = try OpenSource.open(path(of: image))
    if !source.status.matches(image) { throw .source(.sourceChanged) }
    return source
  }

  /// The first of `images` whose source isn't the one any more that was planned for; nil where all are.
  package func firstChanged(_ images: [ImagePlan]) -> ImagePlan? {
    images.first { image in
      let status = FileStatus(at: path(of: image))
      if image.inode == nil { return status != nil && image.error?.code == .notFound }
      return status?.matches(image) != true
    }
  }
}

extension Descriptor {
  /// Throws `source_changed` when the open file `number` isn't the one any more that `plan` was made for, and `io_error`
  /// where it can't be asked.
  static func check(_ number: Int32, against plan: ImagePlan) throws(Finding) {
    let status: FileStatus
    do throws(SystemError) { status = try FileStatus(of: number) } catch { throw .ioError(error.code) }
    if !status.matches(plan) { throw .sourceChanged }
  }
}

extension Finding {
  /// A source whose decoder finds another picture than its header says.
  static var unlikeHeader: Finding {
    Finding(.corrupt, "damaged image data: the decoder finds another picture than the header says")
  }
}
