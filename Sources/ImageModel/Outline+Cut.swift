extension Outline {
  /// A place where the outline crosses a line.
  private struct Crossing {
    let point: RealPoint<S>
    /// The place on the line.
    let along: Double
    /// The change of ``along`` for a line that is moved outwards by 1. It gives an order to crossings at one place.
    let slope: Double
    /// The index of the chain that begins or ends here.
    let chain: Int
    /// True if the outline comes to the inside here.
    let isEntry: Bool
  }

  /// The parts of a polygon on one side of a line. `measure` gives a point's distance from the line, 0 or more on the
  /// side that is kept, and its place along the line.
  ///
  /// The line cuts the outline into chains. Between its first and second crossing in the order of the line, between
  /// the third and the fourth, and so on, the line runs within the polygon. There it joins the end of a chain to the
  /// beginning of the next one. The chains of an outline that crosses itself may cross each other. All of them then make
  /// one part, in which the even-odd rule finds the same surface. All chains also make one part if crossings don't pair
  /// up.
  func cut(_ measure: (RealPoint<S>) -> (inside: Double, along: Double)) -> [Outline] {
    let measures = points.map(measure)
    if measures.allSatisfy({ $0.inside >= 0 }) { return [self] }
    let start = points.indices.first { place in
      measures[place].inside >= 0 && measures[place == 0 ? points.count - 1 : place - 1].inside < 0
    }
    guard let start else { return [] }
    var chains: [[RealPoint<S>]] = []
    var crossings: [Crossing] = []
    var before = start == 0 ? points.count - 1 : start - 1
    for place in Array(start..<points.count) + Array(0..<start) {
      let (isInside, wasInside) = (measures[place].inside >= 0, measures[before].inside >= 0)
      if isInside != wasInside {
        let (inner, outer) = isInside ? (place, before) : (before, place)
        if isInside { chains.append([]) }
        let crossing = crossing(
          inner, outer, measures[inner], measures[outer], chain: chains.count - 1, isEntry: isInside)
        crossings.append(crossing)
        chains[chains.count - 1].append(crossing.point)
      }
      if isInside { chains[chains.count - 1].append(points[place]) }
      before = place
    }
    guard !crossesItself, let next = Self.successors(crossings, count: chains.count) else {
      return [Outline(chains.flatMap(\.self), crossesItself: crossesItself)]
    }
    var isUsed = [Bool](repeating: false, count: chains.count)
    return chains.indices.compactMap { first in
      var part: [RealPoint<S>] = []
      var chain = first
      while !isUsed[chain] {
        isUsed[chain] = true
        part += chains[chain]
        chain = next[chain]
      }
      return part.isEmpty ? nil : Outline(part)
    }
  }

  private func crossing(
    _ inner: Int, _ outer: Int, _ from: (inside: Double, along: Double),
    _ to: (inside: Double, along: Double),
    chain: Int, isEntry: Bool
  ) -> Crossing {
    let slope = (to.along - from.along) / (from.inside - to.inside)
    let share = from.inside / (from.inside - to.inside)
    let (start, end) = (points[inner], points[outer])
    return Crossing(
      point: RealPoint(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share),
      along: from.along + from.inside * slope, slope: slope, chain: chain, isEntry: isEntry)
  }

  /// For each chain the one that follows it; nil if the crossings don't pair up.
  private static func successors(_ crossings: [Crossing], count: Int) -> [Int]? {
    let sorted = crossings.sorted { ($0.along, $0.slope) < ($1.along, $1.slope) }
    var next = [Int](repeating: 0, count: count)
    for place in stride(from: 0, to: sorted.count - 1, by: 2) {
      let (one, other) = (sorted[place], sorted[place + 1])
      if one.isEntry == other.isEntry { return nil }
      let (end, beginning) = one.isEntry ? (other, one) : (one, other)
      next[end.chain] = beginning.chain
    }
    return next
  }
}
