/// An archive or a Parquet file that an entry names: a file that the walk over folders found, an object or a URL.
package struct FoundArchive: Sendable {
  /// The normalised path, or the form of the URL that may be shown, as ``SourceItem/path``.
  package let path: [UInt8]
  /// The indices in `sources` of the entries whose patterns match it, in ascending order; never empty.
  package let entries: [Int]

  package init(path: [UInt8], entries: [Int]) { (self.path, self.entries) = (path, entries) }

  /// The path as text; nil if it isn't UTF-8.
  package var name: String? { String(validating: path, as: UTF8.self) }
}
