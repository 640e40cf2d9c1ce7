/// The kinds of shapes that an annotation may give for an object beside its box.
package enum ShapeKind: String, Sendable, CaseIterable {
  /// Outlines of the object.
  case polygons
  /// The samples of the picture that belong to the object.
  case masks
  /// Named points of the object, such as joints.
  case keypoints
}

/// How far a keypoint is known. The numbers are those of COCO.
package enum KeypointVisibility: UInt8, Sendable, CaseIterable {
  /// The annotation doesn't give the place.
  case unlabelled
  /// The place is given, but something covers it.
  case covered
  case visible
}
