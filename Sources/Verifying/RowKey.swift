import JobFile
import System

/// The key of a manifest's row: the source and the output. The output is empty if the row has none. Keys are
/// compared by bytes.
struct RowKey: Sendable, Comparable {
  let source: String
  let output: String

  static func == (one: RowKey, other: RowKey) -> Bool {
    one.source.hasSameBytes(as: other.source) && one.output.hasSameBytes(as: other.output)
  }

  static func < (one: RowKey, other: RowKey) -> Bool {
    if one.source.hasSameBytes(as: other.source) {
      return one.output.utf8.lexicographicallyPrecedes(other.output.utf8)
    }
    return one.source.utf8.lexicographicallyPrecedes(other.source.utf8)
  }
}
