/// Lookups of things that a worker process may have kept.
package struct Lookups: Hashable, Sendable {
  /// Lookups that found the thing.
  package var hits: Int
  /// Lookups that had to make it.
  package var misses: Int

  package init(hits: Int = 0, misses: Int = 0) {
    self.hits = hits
    self.misses = misses
  }

  package static func + (one: Lookups, other: Lookups) -> Lookups {
    Lookups(hits: one.hits + other.hits, misses: one.misses + other.misses)
  }

  package static func - (one: Lookups, other: Lookups) -> Lookups {
    Lookups(hits: one.hits - other.hits, misses: one.misses - other.misses)
  }
}
