/// News for the user from an ``ObjectStore``.
package enum StoreNews: Hashable, Sendable {
  /// A bucket is in another region than the settings say. Each region of a bucket is told once.
  case region(bucket: String, region: String)
  /// The store of a bucket can't put an object on the condition that none is there. It is told once.
  case noConditions(bucket: String)
}
