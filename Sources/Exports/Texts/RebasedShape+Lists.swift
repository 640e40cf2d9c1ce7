import ImageModel
import JSON
import Planning

extension RebasedShape {
  /// x and y of the points of each outline, in pixels.
  var polygons: [[JSONReal]] { outlines.map { $0.points.numbers } }

  /// x and y in pixels and the visibility of each keypoint.
  var keypointNumbers: [JSONReal] {
    keypoints.flatMap {
      [JSONReal($0.point.x), JSONReal($0.point.y), JSONReal(Double($0.visibility.rawValue))]
    }
  }

  /// One outline that holds all outlines. Seams without surface join them.
  var joinedOutline: [RealPoint<Output>] {
    if outlines.count == 1 { return outlines[0].points }
    guard let start = outlines.first?.points.first else { return [] }
    return outlines.flatMap { outline in
      // All parts turn the same way, so that no part counts as a hole.
      let points = outline.signedArea < 0 ? outline.points.reversed() : outline.points
      return points + points.prefix(1) + [start]
    }
  }
}

extension ShownBox {
  /// The four corners of the object's oriented box, or else those of its upright box, clockwise from the top left.
  var corners: [RealPoint<Output>] {
    shape?.corners
      ?? [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)].map {
        RealPoint($0, $1)
      }
  }
}

extension [RealPoint<Output>] {
  /// x and y of each point.
  var numbers: [JSONReal] { flatMap { [JSONReal($0.x), JSONReal($0.y)] } }
}
