import CKernel
import Glibc
import ImageModel
import Planning

extension stat {
  /// True when it is the file that `plan` was made for, unchanged as far as its status tells.
  func matches(_ plan: ImagePlan) -> Bool {
    Int(st_size) == plan.bytes && modified == plan.modified && UInt64(st_ino) == plan.inode
  }
}

extension JobFolders {
  /// The first of `images` whose source isn't the one any more that was planned for; nil where all are.
  package func firstChanged(_ images: [ImagePlan]) -> ImagePlan? {
    images.first { image in
      var status = stat()
      let isThere = stat(path(of: image), &status) == 0
      if image.inode == nil { return isThere && image.error?.code == .notFound }
      return !isThere || !status.matches(image)
    }
  }
}

extension Descriptor {
  /// Throws `source_changed` when the open file `number` isn't the one any more that `plan` was made for, and `io_error`
  /// where it can't be asked.
  static func check(_ number: Int32, against plan: ImagePlan) throws(Finding) {
    var status = stat()
    do throws(SystemError) { try SystemError.check { kernel_fstat(number, &status) } } catch {
      throw .ioError(error.code)
    }
    if !status.matches(plan) { throw .sourceChanged }
  }
}

extension Finding {
  /// A source that isn't the one that was planned for.
  package static var sourceChanged: Finding { Finding(.sourceChanged, "changed after it was planned") }
  /// A source whose decoder finds another picture than its header says.
  static var unlikeHeader: Finding {
    Finding(.corrupt, "damaged image data: the decoder finds another picture than the header says")
  }
}
