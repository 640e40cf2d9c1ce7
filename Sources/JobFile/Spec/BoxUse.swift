import ImageModel

/// The use of the boxes that annotation files or a list of URLs give: which ones are cut, and how.
package struct BoxUse: Hashable, Sendable {
  /// The box format, if the format of the files leaves it open.
  package var format: BoxFormat
  package var space: AnnotationSpace
  /// The categories whose boxes are cut; nil for all.
  package var categories: [Located<String>]?
  package var growth: BoxGrowth
  /// Upright cuts out only boxes with a width and a height of at least this many pixels.
  package var leastSide: Double
  package var rounding: Crop.Rounding
  package var outOfBounds: Crop.OutOfBounds
}
