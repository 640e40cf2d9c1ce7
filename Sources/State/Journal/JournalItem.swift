import ImageModel
import System

/// What a job remembers of one item: the source it was made from, and what came of each output.
///
/// Two items are equal when their texts hold the same bytes: "é" has two spellings, and they name two files.
package struct JournalItem: Hashable, Sendable {
  /// The source's path as the plan has it. Together with `id` it is the item's key.
  package var source: String
  /// What tells apart the items of one source.
  package var id: String
  /// The source when it was read.
  package var version: SourceVersion
  /// SHA-256 of the source, in hexadecimal; nil where it isn't known.
  package var sourceSHA256: String?
  /// In the order of the plan.
  package var outputs: [JournalOutput]

  package init(
    source: String, id: String, version: SourceVersion, sourceSHA256: String?, outputs: [JournalOutput]
  ) {
    self.source = source
    self.id = id
    self.version = version
    self.sourceSHA256 = sourceSHA256
    self.outputs = outputs
  }

  package static func == (one: JournalItem, other: JournalItem) -> Bool {
    ExactText(one.source) == ExactText(other.source) && ExactText(one.id) == ExactText(other.id)
      && one.version == other.version && one.sourceSHA256 == other.sourceSHA256
      && one.outputs == other.outputs
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ExactText(source))
    hasher.combine(ExactText(id))
  }
}
