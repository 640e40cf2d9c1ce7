/// Counts how often a worker process looked for an object that it may have kept. The objects are filter
/// banks or buffers.
package struct Lookups: Hashable, Sendable {
  /// Lookups that found a kept object.
  package var hits: Int
  /// Lookups that had to make a new object.
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
