/// How many rows of a decode are in memory at once.
package enum StripHeight {
  /// Enough that a resample's set-up is small beside its work, few enough to stay in the cache.
  package static let rows = 32
}
