import ImageModel
import Rendering
import System

/// What a job remembers of one output of an item.
///
/// Two are equal when their paths hold the same bytes, beside the rest.
package struct JournalOutput: Hashable, Sendable {
  /// The output's path as the plan has it.
  package var path: String
  /// A hash of all that shapes the output's bytes, in hexadecimal.
  package var recipe: String
  /// What came of it.
  package var outcome: OutputOutcome
  /// The file that was put in place; nil where the output failed.
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

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ExactText(path))
    hasher.combine(recipe)
  }
}
