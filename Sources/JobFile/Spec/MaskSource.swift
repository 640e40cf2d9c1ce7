import ImageModel

/// The mask files of the pictures of an entry of `sources`.
package struct MaskSource: Hashable, Sendable {
  /// Makes the path of a picture's mask file, relative to the base folder.
  package var path: GroupTemplate
  /// The space in which masks lie over pictures; ``AnnotationSpace/declared`` for the one in which both have one size.
  package var space: AnnotationSpace
}

/// The use of a mask file by an output.
package struct MaskUse: Hashable, Sendable {
  /// The label beside the picture, 0...65535.
  package var pad: Int
}
