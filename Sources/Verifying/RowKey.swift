import JobFile
import System

/// The key of a manifest's row: a source and an output, which is empty if there is none. Compared by bytes.
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
