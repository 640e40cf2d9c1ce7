import ImageModel

/// An entry of `sources` with annotation files, which name the entry's pictures and crops.
package struct AnnotationSource: Hashable, Sendable {
  /// The annotation file, or the folder of annotation files, as the job file names it.
  package var path: String
  package var format: AnnotationFormat
  /// The box format, if the annotation format leaves it open.
  package var boxFormat: BoxFormat
  /// The folder that the names of pictures start from, as written; nil for the folder of the annotations.
  package var images: String?
  package var space: AnnotationSpace
  /// The categories whose boxes are cut; nil for all.
  package var categories: [Located<String>]?
  package var growth: BoxGrowth
  /// Upright cuts out only boxes with a width and a height of at least this many pixels.
  package var leastSide: Double
  package var rounding: Crop.Rounding
  package var outOfBounds: Crop.OutOfBounds
}
