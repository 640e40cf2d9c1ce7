/// The number of rows of a decode that are in memory at a time.
package enum StripHeight {
  /// Enough rows to outweigh the set-up of a resample, and few enough to stay in the cache.
  package static let rows = 32
}
