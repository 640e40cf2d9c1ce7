import System

/// Tells which objects in buckets the patterns of a job's `sources` give. No bucket is read.
package struct ObjectMatcher: Sendable {
  /// Objects with a common start of their keys.
  package struct Place: Hashable, Sendable {
    package let bucket: String
    /// The first bytes of all keys; empty for the whole bucket.
    package let prefix: String
  }

  private let patterns: [(entry: Int, pattern: ObjectPattern)]
  private let exclude: [GlobPattern]
  private let excludedObjects: [ObjectPattern]

  /// The patterns of `exclude` that begin with `**` take out objects too.
  package init(
    _ sources: [SourceEntry], exclude: [Located<GlobPattern>] = [], excludedObjects: [ObjectPattern] = []
  ) {
    patterns = sources.enumerated().compactMap { index, source in source.objects.map { (index, $0) } }
    self.exclude = exclude.map(\.value).filter(\.beginsAnywhere)
    self.excludedObjects = excludedObjects
  }

  /// The places that together hold all objects that match, sorted. No two of them hold the same object.
  package var places: [Place] {
    let all = patterns.map { Place(bucket: $0.pattern.bucket, prefix: $0.pattern.prefix) }
    let sorted = all.sorted {
      "\($0.bucket)/\($0.prefix)".utf8.lexicographicallyPrecedes("\($1.bucket)/\($1.prefix)".utf8)
    }
    var places: [Place] = []
    for place in sorted {
      if let last = places.last, last.bucket == place.bucket, place.prefix.utf8.starts(with: last.prefix.utf8)
      {
        continue
      }
      places.append(place)
    }
    return places
  }

  /// The patterns that match an object; nil if none does.
  package func hits(bucket: String, key: String) -> PatternHits? {
    guard let names = ObjectPattern.names(of: key) else { return nil }
    let entries = patterns.filter { $0.pattern.bucket == bucket && $0.pattern.matches(names) }.map(\.entry)
    if entries.isEmpty { return nil }
    let isExcluded =
      exclude.contains { $0.matches(names: names, isAbsolute: false) }
      || excludedObjects.contains { $0.bucket == bucket && $0.matches(names) }
    return PatternHits(entries: entries, isExcluded: isExcluded)
  }

  /// The last pattern that gives the object with a key as a source; nil if none does.
  package func pattern(matching key: String, in bucket: String) -> String? {
    guard let hits = hits(bucket: bucket, key: key), !hits.isExcluded else { return nil }
    return patterns.first { $0.entry == hits.entries.last }?.pattern.text
  }

  /// The object as an item of the entry with the index `entry`, whose pattern matches it.
  package func item(bucket: String, key: String, of entry: Int) -> SourceItem {
    let name = Array("s3://\(bucket)/\(key)".utf8)
    let length = patterns.first { $0.entry == entry }?.pattern.fixedLength ?? name.count
    return SourceItem(path: name, entry: entry, fixedLength: length)
  }

  /// The object with the name of a source, as the last pattern that matches it gives it; nil if none does.
  func item(named name: String) -> SourceItem? {
    guard let address = try? WebAddress(name), address.scheme == .s3,
      let entry = hits(bucket: address.host.text, key: address.key)?.entries.last
    else { return nil }
    return item(bucket: address.host.text, key: address.key, of: entry)
  }
}
