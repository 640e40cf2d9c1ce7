import ImageModel
import System

/// The journal's entry of one item: its source, and the outcome of each output.
///
/// Two items are equal if their texts hold the same bytes: "é" has two spellings, and they name two files.
package struct JournalItem: Equatable, Sendable {
  /// The source's path, as in the plan. `source` and `id` are the item's key.
  package var source: String
  /// The item's id, which differs among items of one source.
  package var id: String
  /// The version of the source that was read.
  package var version: SourceVersion
  /// SHA-256 of the source, in hexadecimal; nil if it isn't known.
  package var sourceSHA256: String?
  /// The outputs, in the order of the plan.
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
}
