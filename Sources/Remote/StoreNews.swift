/// What an ``ObjectStore`` learns on its way.
package enum StoreNews: Hashable, Sendable {
  /// A bucket is in another region than the settings say. Each region of a bucket is told once.
  case region(bucket: String, region: String)
}
