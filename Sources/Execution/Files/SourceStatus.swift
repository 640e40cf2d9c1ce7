import Glibc
import ImageModel
import Planning

extension stat {
  /// True when the file has the size and the time of its last change that `plan` was made for.
  func matches(_ plan: ImagePlan) -> Bool { Int(st_size) == plan.bytes && modified == plan.modified }
}

extension Descriptor {
  /// True when the open file `number` is still the one that `plan` was made for.
  static func isUnchanged(_ number: Int32, _ plan: ImagePlan) -> Bool {
    var status = stat()
    return fstat(number, &status) == 0 && status.matches(plan)
  }
}

extension Finding {
  /// A source that isn't the one that was planned for.
  static var sourceChanged: Finding { Finding(.sourceChanged, "changed after it was planned") }
}
