import System

/// Tells which members of archives the patterns of a job's `sources` give. No archive is read.
package struct MemberMatcher: Sendable {
  /// The patterns of members, by the indices of their entries in `sources`.
  private let patterns: [Int: GlobPattern]
  private let exclude: [GlobPattern]

  /// The patterns of `exclude` that begin with `**` take out members too.
  package init(_ sources: [SourceEntry], exclude: [Located<GlobPattern>]) {
    let pairs = sources.enumerated().compactMap { index, source in
      source.archive?.members.map { (index, $0) }
    }
    patterns = Dictionary(uniqueKeysWithValues: pairs)
    self.exclude = exclude.map(\.value).filter(\.beginsAnywhere)
  }

  /// The patterns among those of `entries` that match the member `name`; nil if none does.
  package func hits(_ name: String, among entries: [Int]) -> PatternHits? {
    let names = GlobPattern.names(of: Array(name.utf8))
    let hits = entries.filter { patterns[$0]?.matches(names: names, isAbsolute: false) == true }
    if hits.isEmpty { return nil }
    return PatternHits(entries: hits, isExcluded: isExcluded(names))
  }

  /// True if no pattern among those of `entries`, and none of `exclude`, matches the member `name`.
  package func isBeside(_ name: String, among entries: [Int]) -> Bool {
    hits(name, among: entries) == nil && !isExcluded(GlobPattern.names(of: Array(name.utf8)))
  }

  private func isExcluded(_ names: [ArraySlice<UInt8>]) -> Bool {
    exclude.contains { $0.matches(names: names, isAbsolute: false) }
  }

  /// The member `name` of an archive as an item of the entry with the index `entry`. `number` counts the archive's
  /// members in their order.
  package func item(_ name: String, number: Int, of archive: [UInt8], entry: Int) -> SourceItem {
    SourceItem(
      archive: archive, member: name, number: number, entry: entry,
      fixedLength: patterns[entry]?.fixedLength ?? 0)
  }
}
