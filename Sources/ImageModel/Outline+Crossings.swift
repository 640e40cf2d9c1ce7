import System

extension Outline {
  /// True if the outline crosses itself, or turns around a place several times. An outline that only touches itself
  /// doesn't. Neither does one with so many edges side by side that comparing them passes
  /// ``FixedLimits/Text/outlinePairs``.
  func findsCrossing() -> Bool {
    let edges = OutlineEdges(self)
    guard let contacts = edges.contacts(), contacts.hasTouch || !contacts.crossings.isEmpty,
      let covered = edges.surface(contacts.crossings)?.area
    else { return false }
    if !contacts.crossings.isEmpty { return true }
    let area = abs(signedArea)
    return abs(covered - area) > 1e-9 * (covered + area)
  }

  /// The smallest box that holds the surface; nil without points.
  package var bounds: RealRect<S>? { (crossesItself ? surface?.bounds : nil) ?? RealRect(around: points) }

  /// The surface by the even-odd rule: all places around which the outline turns an odd number of times. Nil beyond
  /// ``FixedLimits/Text/outlinePairs``.
  var surface: OutlineSurface<S>? {
    let edges = OutlineEdges(self)
    return edges.contacts().flatMap { edges.surface($0.crossings) }
  }
}

/// The area and the box of a surface.
struct OutlineSurface<S: Space> {
  /// In square pixels.
  var area = 0.0
  /// The smallest box that holds the surface; nil if it has no area.
  var bounds: RealRect<S>?
}

/// The edges of an outline, in the order of their upper ends.
private struct OutlineEdges<S: Space> {
  private let edges: [Edge]

  private struct Edge {
    /// The edge's number along the outline.
    let number: Int
    let upper, lower: RealPoint<S>

    init(_ number: Int, _ start: RealPoint<S>, _ end: RealPoint<S>) {
      self.number = number
      (upper, lower) = start.y <= end.y ? (start, end) : (end, start)
    }

    var left: Double { min(upper.x, lower.x) }
    var right: Double { max(upper.x, lower.x) }

    /// Above 0 if the point lies on one side of the edge, below 0 if on the other. Rounding may move a point of the edge
    /// to one side: a touch then counts as a crossing, which changes no area.
    func side(of point: RealPoint<S>) -> Double {
      (lower.x - upper.x) * (point.y - upper.y) - (lower.y - upper.y) * (point.x - upper.x)
    }

    /// The edge's place at a height between its ends.
    func x(at y: Double) -> Double {
      upper.x + (lower.x - upper.x) * ((y - upper.y) / (lower.y - upper.y))
    }
  }

  /// The crossings and the touches of edges that aren't neighbours.
  struct Contacts {
    /// The heights at which two edges cross.
    var crossings: [Double] = []
    /// True if an edge has an end of another one, or lies on it.
    var hasTouch = false
  }

  init(_ outline: Outline<S>) {
    let all = outline.points
    let points = all.indices.filter { all[$0] != all[$0 == 0 ? all.count - 1 : $0 - 1] }.map { all[$0] }
    edges = points.indices.map { Edge($0, points[$0], points[$0 + 1 < points.count ? $0 + 1 : 0]) }
      .sorted { $0.upper.y < $1.upper.y }
  }

  /// Compares each edge with those that share a height with it. Nil if these are too many.
  func contacts() -> Contacts? {
    var contacts = Contacts()
    var active: [Edge] = []
    var pairs = 0
    for edge in edges {
      active.removeAll { $0.lower.y < edge.upper.y }
      pairs += active.count
      if pairs > FixedLimits.Text.outlinePairs { return nil }
      for other in active where other.left <= edge.right && edge.left <= other.right {
        let distance = abs(edge.number - other.number)
        if distance == 1 || distance == edges.count - 1 { continue }
        compare(edge, other, &contacts)
      }
      active.append(edge)
    }
    return contacts
  }

  private func compare(_ one: Edge, _ other: Edge, _ contacts: inout Contacts) {
    let (above, below) = (one.side(of: other.upper), one.side(of: other.lower))
    let (start, end) = (other.side(of: one.upper), other.side(of: one.lower))
    if above > 0 && below > 0 || above < 0 && below < 0 || start > 0 && end > 0 || start < 0 && end < 0 {
      return
    }
    if above == 0 || below == 0 || start == 0 || end == 0 {
      contacts.hasTouch = true
    } else {
      let share = above / (above - below)
      contacts.crossings.append(other.upper.y + (other.lower.y - other.upper.y) * share)
    }
  }

  /// The surface by the even-odd rule. `crossings` are the heights at which edges cross. Between two heights of ends and
  /// crossings no edges cross: there the surface lies between the first and the second edge, the third and the fourth,
  /// and so on. Nil if comparing the edges at all heights passes ``FixedLimits/Text/outlinePairs``.
  func surface(_ crossings: [Double]) -> OutlineSurface<S>? {
    let heights = (edges.flatMap { [$0.upper.y, $0.lower.y] } + crossings).sorted()
    var surface = OutlineSurface<S>()
    var corners: [RealPoint<S>] = []
    var places = 0
    var active: [Edge] = []
    var rest = edges[...]
    for (top, bottom) in zip(heights, heights.dropFirst()) where top < bottom {
      active.removeAll { $0.lower.y <= top }
      while let edge = rest.first, edge.upper.y <= top {
        if edge.lower.y > top { active.append(edge) }
        rest = rest.dropFirst()
      }
      places += active.count
      if places > FixedLimits.Text.outlinePairs { return nil }
      let sorted = active.map { ($0.x(at: (top + bottom) / 2), $0) }.sorted { $0.0 < $1.0 }
      for place in stride(from: 0, to: sorted.count - 1, by: 2) {
        let (left, right) = (sorted[place], sorted[place + 1])
        if left.0 == right.0 { continue }
        surface.area += (right.0 - left.0) * (bottom - top)
        corners += [top, bottom].flatMap { y in [left.1, right.1].map { RealPoint($0.x(at: y), y) } }
      }
      if let box = surface.bounds { corners += [RealPoint(box.x, box.y), RealPoint(box.right, box.bottom)] }
      surface.bounds = RealRect(around: corners)
      corners.removeAll(keepingCapacity: true)
    }
    return surface
  }
}
