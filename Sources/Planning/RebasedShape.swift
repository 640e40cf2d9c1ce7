import ImageModel

/// The visible part of an object's shape in an output. Places are in pixels of ``OutputPlan/shownSize``, rounded to
/// thousandths.
package struct RebasedShape: Hashable, Sendable {
  /// The outlines of the visible part; empty for an object without outlines.
  package var outlines: [Outline<Output>] = []
  /// The four corners of an oriented box, in the order of the annotation.
  package var corners: [RealPoint<Output>]?
  /// The keypoints. One that the output doesn't show is unlabelled.
  package var keypoints: [Keypoint<Output>] = []
  /// The samples of the output that show the object; nil for an object without mask.
  package var mask: Mask<Output>?
  package var isDifficult = false
  package var isCrowd = false

  /// The area of the visible part in square pixels; nil for an object without outlines and mask.
  package var area: Double? {
    if let mask { return Double(mask.area) }
    return outlines.isEmpty ? nil : outlines.reduce(0) { $0 + $1.area }
  }
}

extension OutputMap {
  /// The visible part of an object with a shape and a box; nil if none is visible.
  func rebased(_ shape: ObjectShape<Stored>, _ box: RealRect<Stored>) -> RebasedBox? {
    let seen: RebasedBox? =
      if let mask = shape.mask {
        rebased(mask)
      } else if shape.hasOutlines {
        rebased(shape.outlines, shape.isOriented)
      } else {
        rebased(box)
      }
    guard var visible = seen else { return nil }
    var part = visible.shape ?? RebasedShape()
    part.keypoints = shape.keypoints.map(rebased(_:))
    (part.isDifficult, part.isCrowd) = (shape.isDifficult, shape.isCrowd)
    visible.shape = part
    return visible
  }

  private func rebased(_ outlines: [Outline<Stored>], _ isOriented: Bool) -> RebasedBox? {
    var shape = RebasedShape()
    var seen = 0.0
    for outline in outlines {
      let parts = outline.parts(in: window)
      for part in parts {
        seen += part.area
        let shown = Outline(
          part.points.map { rounded(self.shown($0)) }, crossesItself: part.crossesItself)
        if shown.area > 0 { shape.outlines.append(part == outline ? shown : shown.withoutRepetitions) }
      }
      if isOriented { shape.corners = corners(outline, seen: parts).map(rounded) }
    }
    let corners = shape.outlines.compactMap(\.bounds).flatMap {
      [RealPoint($0.x, $0.y), RealPoint($0.right, $0.bottom)].map(rounded)
    }
    guard let box = RealRect(around: corners) else { return nil }
    let whole = outlines.reduce(0) { $0 + $1.area }
    // The sums of parts have their own rounding.
    return RebasedBox(box: box, visible: min(1, (seen / whole * 1e4).rounded() / 1e4), shape: shape)
  }

  private func rebased(_ mask: Mask<Stored>) -> RebasedBox? {
    guard let (seen, shown): (Int, Mask<Output>) = mask.shown(by: samples, in: cut), shown.area > 0 else {
      return nil
    }
    var shape = RebasedShape()
    shape.mask = shown
    return RebasedBox(
      box: RealRect(shown.bounds), visible: (Double(seen) / Double(mask.area) * 1e4).rounded() / 1e4,
      shape: shape)
  }

  private func rebased(_ keypoint: Keypoint<Stored>) -> Keypoint<Output> {
    guard keypoint.visibility != .unlabelled, window.contains(keypoint.point) else {
      return Keypoint(point: RealPoint(0, 0), visibility: .unlabelled)
    }
    return Keypoint(point: rounded(shown(keypoint.point)), visibility: keypoint.visibility)
  }

  /// The corners of the oriented box around the visible part of an oriented box. The box keeps the directions of its
  /// sides; then its corners are moved into the output.
  private func corners(_ box: Outline<Stored>, seen: [Outline<Stored>]) -> [RealPoint<Output>] {
    var corners = box.points.map(shown)
    let origin = corners[0]
    let (u, v) = (vector(from: origin, to: corners[1]), vector(from: origin, to: corners[3]))
    let determinant = u.x * v.y - u.y * v.x
    if seen != [box], determinant != 0 {
      let places = seen.flatMap(\.points).map { point in
        let w = vector(from: origin, to: shown(point))
        return RealPoint<Output>(
          (w.x * v.y - w.y * v.x) / determinant, (u.x * w.y - u.y * w.x) / determinant)
      }
      if let part = RealRect(around: places) {
        corners = [(part.x, part.y), (part.right, part.y), (part.right, part.bottom), (part.x, part.bottom)]
          .map { RealPoint(origin.x + $0 * u.x + $1 * v.x, origin.y + $0 * u.y + $1 * v.y) }
      }
    }
    return corners.map(RealRect(PixelRect(shownSize)).nearest)
  }

  private func vector(from start: RealPoint<Output>, to end: RealPoint<Output>) -> RealPoint<Output> {
    RealPoint(end.x - start.x, end.y - start.y)
  }

  private func rounded(_ point: RealPoint<Output>) -> RealPoint<Output> {
    RealPoint((point.x * 1000).rounded() / 1000, (point.y * 1000).rounded() / 1000)
  }
}
