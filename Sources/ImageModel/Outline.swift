/// The closed outline of a surface in space `S`: a polygon whose last point is joined to the first one.
package struct Outline<S: Space>: Hashable, Sendable {
  package var points: [RealPoint<S>]
  /// True if the outline crosses itself. The even-odd rule then gives its surface.
  package var crossesItself: Bool

  package init(_ points: [RealPoint<S>], crossesItself: Bool = false) {
    (self.points, self.crossesItself) = (points, crossesItself)
  }

  /// The surface in square pixels of an outline that doesn't cross itself, above 0 if x, then y turn towards each
  /// other: clockwise, as y grows down.
  package var signedArea: Double {
    guard let last = points.last else { return 0 }
    var sum = 0.0
    var before = last
    for point in points {
      sum += before.x * point.y - point.x * before.y
      before = point
    }
    return sum / 2
  }

  /// The surface in square pixels.
  package var area: Double { (crossesItself ? surface?.area : nil) ?? abs(signedArea) }

  /// The parts of the surface that lie in `window`, without those that have no area. The edges of the window cut the
  /// polygon one after the other.
  package func parts(in window: RealRect<S>) -> [Outline] {
    if points.allSatisfy(window.contains) { return area > 0 ? [self] : [] }
    var parts = [self]
    parts = parts.flatMap { $0.cut { ($0.x - window.x, $0.y) } }
    parts = parts.flatMap { $0.cut { (window.right - $0.x, $0.y) } }
    parts = parts.flatMap { $0.cut { ($0.y - window.y, $0.x) } }
    parts = parts.flatMap { $0.cut { (window.bottom - $0.y, $0.x) } }
    // A computed place may lie beside the edge by a rounding.
    return parts.map {
      Outline($0.points.map(window.nearest), crossesItself: crossesItself).withoutRepetitions
    }
    .filter { $0.points.count >= 3 && $0.area > 0 }
  }

  /// The outline without points that repeat the point before them, and without places at which the outline turns back
  /// along an axis. Such places have no area. They remain of edges that lie on an edge of a window.
  package var withoutRepetitions: Outline {
    var kept: [RealPoint<S>] = []
    for point in points {
      while let last = kept.last, last == point || kept.count > 1 && turns(kept[kept.count - 2], last, point)
      {
        kept.removeLast()
      }
      kept.append(point)
    }
    var start = 0
    while kept.count - start > 2, let last = kept.last {
      if last == kept[start] || turns(kept[kept.count - 2], last, kept[start]) {
        kept.removeLast()
      } else if turns(last, kept[start], kept[start + 1]) {
        start += 1
      } else {
        break
      }
    }
    return Outline(Array(kept[start...]), crossesItself: crossesItself)
  }

  /// True if the way from `before` over `point` to `after` goes along an axis and turns back at `point`.
  private func turns(_ before: RealPoint<S>, _ point: RealPoint<S>, _ after: RealPoint<S>) -> Bool {
    before.x == point.x && point.x == after.x && (point.y - before.y) * (after.y - point.y) < 0
      || before.y == point.y && point.y == after.y && (point.x - before.x) * (after.x - point.x) < 0
  }
}
