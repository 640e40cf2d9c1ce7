/// A coordinate space. The type of a rectangle names its space: the picture that the rectangle's numbers
/// refer to.
///
/// x grows to the right and y down. The origin is the corner of the first pixel, so a pixel covers
/// `[x, x + 1)`.
package protocol Space: Sendable {}

/// The displayed picture: after its orientation tag is applied, in full-size pixels.
package enum Display: Space {}

/// The picture as its pixels lie in the file, in full-size pixels.
package enum Stored: Space {}

/// A picture as an annotation file counts it: in full-size pixels of one of the spaces above, or on the scale of a
/// ``BoxFormat``.
package enum Annotated: Space {}

/// The stored picture at a decode's DCT scale, in decoded samples.
package enum Decoded: Space {}

/// An output file's canvas, as encoded, in pixels.
package enum Output: Space {}

/// The space of a job file's box.
package enum SpaceName: String, Codable, Sendable, CaseIterable {
  /// As a viewer shows the picture.
  case display
  /// As the pixels lie in the file.
  case stored
}
