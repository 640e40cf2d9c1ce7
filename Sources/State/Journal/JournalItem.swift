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
  /// The mask file beside the source; nil if the plan had none.
  package var mask: JournalMask?
  /// The outputs, in the order of the plan.
  package var outputs: [JournalOutput]

  package init(
    source: String, id: String, version: SourceVersion, sourceSHA256: String?, mask: JournalMask? = nil,
    outputs: [JournalOutput]
  ) {
    self.source = source
    self.id = id
    self.version = version
    self.sourceSHA256 = sourceSHA256
    self.mask = mask
    self.outputs = outputs
  }

  package static func == (one: JournalItem, other: JournalItem) -> Bool {
    ExactText(one.source) == ExactText(other.source) && ExactText(one.id) == ExactText(other.id)
      && one.version == other.version && one.sourceSHA256 == other.sourceSHA256
      && one.mask == other.mask && one.outputs == other.outputs
  }
}

/// The journal's entry of the mask file of an item.
package struct JournalMask: Equatable, Sendable {
  /// The version that was planned.
  package var version: SourceVersion
  /// SHA-256 of the file, in hexadecimal; nil if it isn't known.
  package var sha256: String?

  package init(version: SourceVersion, sha256: String?) {
    self.version = version
    self.sha256 = sha256
  }
}
