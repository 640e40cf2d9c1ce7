/// Finds, line by line, which planned row a manifest's line stands for: lines may be missing, damaged, doubled, or
/// nobody's.
struct RowAlignment {
  /// What a line is.
  enum Fate: Hashable {
    /// It stands in the place of this planned row, though it may say something else.
    case row(Int)
    /// Its row was there before.
    case doubled
    /// No such row is planned.
    case unplanned
  }

  private let planned: PlannedRows
  /// The first planned row that no line stood for.
  private(set) var next = 0

  init(_ planned: PlannedRows) { self.planned = planned }

  /// What the line with `key` is, nil where it has none, and which planned rows are missing before it; `following` is the
  /// key of the line after it, where it isn't the last one.
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

  /// The rows that no line stood for when there are no more lines.
  mutating func finish() -> Range<Int> {
    defer { next = planned.count }
    return next..<planned.count
  }

  private mutating func take(_ place: Int) -> (missing: Range<Int>, fate: Fate) {
    defer { next = place + 1 }
    return (next..<place, .row(place))
  }
}
