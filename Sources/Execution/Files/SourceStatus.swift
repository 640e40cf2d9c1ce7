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

extension Descriptor {
  /// True when the open file `number` is still the one that `plan` was made for.
  static func isUnchanged(_ number: Int32, _ plan: ImagePlan) -> Bool {
    var status = stat()
    return kernel_fstat(number, &status) == 0 && status.matches(plan)
  }
}

extension Finding {
  /// A source that isn't the one that was planned for.
  static var sourceChanged: Finding { Finding(.sourceChanged, "changed after it was planned") }
}
