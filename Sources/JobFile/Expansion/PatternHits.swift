/// The patterns that match an object in a bucket, or a member of an archive.
package struct PatternHits {
  /// The indices of their entries in `sources`, in ascending order; never empty.
  package let entries: [Int]
  /// True if `exclude` takes the object or the member out.
  package let isExcluded: Bool
}
