/// Finds, line by line, the planned row for each line of a manifest. Lines may be missing, damaged,
/// duplicate or unplanned.
struct RowAlignment {
  /// The result for a line.
  enum Fate: Hashable {
    /// The line stands for this planned row, though its content may differ.
    case row(Int)
    /// An earlier line already stands for the planned row of this line.
    case doubled
    /// No such row is planned.
    case unplanned
  }

  private let planned: PlannedRows
  /// The first planned row without a line so far.
  private(set) var next = 0

  init(_ planned: PlannedRows) { self.planned = planned }

  /// The result for the line with `key`, and the planned rows that are missing before it. `key` is nil if the
  /// line is no row. `following` is the key of the next line, if there is one.
  mutating func take(
    _ key: RowKey?, before following: RowKey?, isLast: Bool
  ) -> (missing: Range<Int>, fate: Fate) {
    let places = key.map(planned.places)
    let after = following.map(planned.places)
    let isFollowed = isLast ? next + 1 == planned.count : after?.contains(next + 1) == true
    if let places, !places.isEmpty {
      if places.contains(next) { return take(next) }
      if places.lowerBound > next && (!isFollowed || places.contains(next + 1)) {
        return take(places.lowerBound)
      }
      return isFollowed ? take(next) : (next..<next, .doubled)
    }
    let wouldStandHere = places?.lowerBound == next && !isFollowed
    if next == planned.count || after?.contains(next) == true || wouldStandHere {
      return (next..<next, .unplanned)
    }
    return take(next)
  }

  /// Returns the planned rows from ``next`` on; no line stands for them. Call this after the last line.
  mutating func finish() -> Range<Int> {
    defer { next = planned.count }
    return next..<planned.count
  }

  private mutating func take(_ place: Int) -> (missing: Range<Int>, fate: Fate) {
    defer { next = place + 1 }
    return (next..<place, .row(place))
  }
}
