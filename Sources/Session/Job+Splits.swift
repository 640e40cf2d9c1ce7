import Planning
import Survey
import System

extension Job {
  /// Adds the groups that `plan` has dealt to the record of an exact split, before an output is made. So each later run
  /// finds them, whatever becomes of this one.
  func recordSplits(_ plan: BatchPlan) throws(Halted) {
    guard let path = folders.splits else { return }
    do { try SplitRecord.add(plan.newGroups, to: path) } catch {
      let halt = (error as? SystemError).map { Halt($0, writing: path) }
      throw Halted(halt ?? Halt(.fault, "the record of splits can't be made: \(error)"))
    }
  }
}
