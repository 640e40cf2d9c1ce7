import ImageModel
import Rendering
import System

/// The journal's entry of one output of an item.
///
/// Two entries are equal only if their paths hold the same bytes.
package struct JournalOutput: Equatable, Sendable {
  /// The output's path. If it needs a hash of an output that was not made, it is the path of the plan.
  package var path: String
  /// A hash of all that shapes the output's bytes, in hexadecimal.
  package var recipe: String
  package var outcome: OutputOutcome
  /// The file that was put in place; nil if the output failed.
  package var file: FileIdentity?

  package init(path: String, recipe: String, outcome: OutputOutcome, file: FileIdentity?) {
    self.path = path
    self.recipe = recipe
    self.outcome = outcome
    self.file = file
  }

  package static func == (one: JournalOutput, other: JournalOutput) -> Bool {
    ExactText(one.path) == ExactText(other.path) && one.recipe == other.recipe
      && one.outcome == other.outcome && one.file == other.file
  }
}
