/// An archive that the walk over folders found.
package struct FoundArchive: Sendable {
  /// The normalised path, as ``SourceItem/path``.
  package let path: [UInt8]
  /// The indices in `sources` of the entries whose patterns match it, in ascending order; never empty.
  package let entries: [Int]

  /// The path as text; nil if it isn't UTF-8.
  package var name: String? { String(validating: path, as: UTF8.self) }
}
