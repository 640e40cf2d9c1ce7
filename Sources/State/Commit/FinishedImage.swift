import ImageModel
import JobFile
import Planning
import Rendering
import System

/// An image whose outputs are made, and stand ready beside their places.
package struct FinishedImage: Sendable {
  package let plan: ImagePlan
  /// What came of all outputs, earlier ones too.
  package internal(set) var outcome: ImageOutcome
  /// The places of the outputs that this run had to do with: not those that were done before.
  package let tried: [Int]
  /// What to note; nil where the plan alone says all.
  package var item: JournalItem?
  /// One for each of the plan's outputs; nil for those without a new file.
  package var files: [ReadyFile?]

  /// A new file, and where it goes.
  package struct ReadyFile: Sendable {
    let file: FinishedFile
    let path: String
    let replaces: Bool

    package init(file: FinishedFile, path: String, replaces: Bool) {
      self.file = file
      self.path = path
      self.replaces = replaces
    }
  }

  /// False for one that the run did not come to.
  package let isStarted: Bool

  /// An image of which nothing is put in place, unless it is given files.
  package init(_ plan: ImagePlan, _ outcome: ImageOutcome, tried: [Int], isStarted: Bool = true) {
    self.plan = plan
    self.outcome = outcome
    self.tried = tried
    self.isStarted = isStarted
    files = []
  }

  /// An image that the run does not come to.
  package init(unstarted plan: ImagePlan) {
    self.init(plan, .notStarted(plan), tried: Array(plan.outputs.indices), isStarted: false)
  }

  /// Notes that an output could not be put in its place.
  mutating func fail(_ index: Int, _ finding: Finding) {
    outcome.outputs[index] = OutputOutcome(error: finding)
    guard let path = plan.outputs[index].path,
      let place = item?.outputs.firstIndex(where: { $0.path.hasSameBytes(as: path) })
    else { return }
    item?.outputs[place].outcome = outcome.outputs[index]
    item?.outputs[place].file = nil
  }
}
