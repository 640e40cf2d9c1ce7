import ImageModel

/// An entry of `sources` with annotation files, which name the entry's pictures and crops.
package struct AnnotationSource: Hashable, Sendable {
  /// The annotation file, or the folder of annotation files, as the job file names it.
  package var path: String
  package var format: AnnotationFormat
  /// The folder that the names of pictures start from, as written; nil for the folder of the annotations.
  package var images: String?
  package var boxes: BoxUse
  /// The kinds of shapes that are read.
  package var shapes: Set<ShapeKind>
  /// The number of keypoints of each object, for a format whose files don't tell it; 0 for other formats.
  package var keypoints: Int
}
