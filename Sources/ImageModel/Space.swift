/// A coordinate space: the type that says which picture a rectangle's numbers refer to.
///
/// x grows to the right and y down; the origin is the corner of the first pixel, so that a pixel covers
/// `[x, x + 1)`.
package protocol Space: Sendable {}

/// The picture as a viewer shows it, after its orientation tag has been obeyed, in full-size pixels.
package enum Display: Space {}

/// The picture as its pixels lie in the file, in full-size pixels.
package enum Stored: Space {}

/// The stored picture at a decode's DCT scale, in decoded samples.
package enum Decoded: Space {}

/// An output file's canvas, as encoded, in pixels.
package enum Output: Space {}

/// Which space a job file's box is written in.
package enum SpaceName: String, Codable, Sendable, CaseIterable {
  /// As a viewer shows the picture.
  case display
  /// As the pixels lie in the file.
  case stored
}
