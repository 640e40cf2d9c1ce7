import ImageModel
import JobFile
import Planning
import Rendering
import System

/// An image whose new files are finished, and can be put in place.
package struct FinishedImage: Sendable {
  package let plan: ImagePlan
  /// The outcomes of all outputs, including outputs of earlier runs.
  package internal(set) var outcome: ImageOutcome
  /// The indices of the outputs that this run tried. Outputs that were done before are not among them.
  package let tried: [Int]
  /// The item to add to the journal; nil if the journal needs no new item for the image.
  package var item: JournalItem?
  /// A file for each of the plan's outputs; nil for an output without a new file.
  package var files: [ReadyFile?]

  /// A new file and its destination.
  package struct ReadyFile: Sendable {
    package let file: FinishedFile
    package let path: String
    let replaces: Bool

    package init(file: FinishedFile, path: String, replaces: Bool) {
      self.file = file
      self.path = path
      self.replaces = replaces
    }
  }

  /// The number of earlier files of the outputs that stay beside the new ones, under the hashes of other bytes.
  package var outdated = 0

  /// False for an image that the run did not start.
  package let isStarted: Bool

  /// An image without new files; the caller may add some.
  package init(_ plan: ImagePlan, _ outcome: ImageOutcome, tried: [Int], isStarted: Bool = true) {
    self.plan = plan
    self.outcome = outcome
    self.tried = tried
    self.isStarted = isStarted
    files = []
  }

  /// An image that the run did not start.
  package init(unstarted plan: ImagePlan) {
    self.init(plan, .notStarted(plan), tried: Array(plan.outputs.indices), isStarted: false)
  }

  /// Notes that an output is in its place, and there is the file `file`.
  mutating func put(_ index: Int, as file: FileIdentity) {
    guard let place = item?.place(ofOutput: index, of: plan) else { return }
    item?.outputs[place].file = file
  }

  /// Notes that an output could not be put in its place.
  mutating func fail(_ index: Int, _ finding: Finding) {
    outcome.outputs[index] = OutputOutcome(error: finding)
    guard let path = plan.outputs[index].path, let place = item?.place(ofOutput: index, of: plan)
    else { return }
    item?.outputs[place].path = path
    item?.outputs[place].outcome = outcome.outputs[index]
    item?.outputs[place].file = nil
  }
}
