/// How often something was asked for that a worker may have kept.
package struct Lookups: Hashable, Sendable {
  /// Times that it was there.
  package var hits: Int
  /// Times that it had to be made.
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
