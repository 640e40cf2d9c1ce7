/// A place between pixels in space `S`. 0 0 is the corner of the first pixel.
package struct RealPoint<S: Space>: Hashable, Sendable {
  /// Distance from the left edge.
  package var x: Double
  /// Distance from the top edge.
  package var y: Double

  package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

  /// The place as a box without extent, for mappings that take boxes.
  package var box: RealRect<S> { RealRect(x: x, y: y, width: 0, height: 0) }
}

extension RealRect {
  /// The smallest box that holds all of `points`; nil without points.
  package init?(around points: some Sequence<RealPoint<S>>) {
    var edges: (left: Double, top: Double, right: Double, bottom: Double)?
    for point in points {
      let known = edges ?? (point.x, point.y, point.x, point.y)
      edges = (
        min(known.left, point.x), min(known.top, point.y), max(known.right, point.x),
        max(known.bottom, point.y)
      )
    }
    guard let edges else { return nil }
    self.init(
      x: edges.left, y: edges.top, width: edges.right - edges.left, height: edges.bottom - edges.top)
  }

  /// True if the point lies in the box or on its edges.
  package func contains(_ point: RealPoint<S>) -> Bool {
    (x...max(x, right)).contains(point.x) && (y...max(y, bottom)).contains(point.y)
  }

  /// The place in the box that is nearest to the point.
  package func nearest(to point: RealPoint<S>) -> RealPoint<S> {
    RealPoint(min(max(point.x, x), right), min(max(point.y, y), bottom))
  }
}
