/// What is done about a picture's orientation tag.
package enum OrientationMode: String, Codable, Sendable, CaseIterable {
  /// Pixels are turned upright; a tag that is written says 1.
  case bake
  /// Pixels stay in stored order, with the tag that makes a viewer show what `bake` would.
  case keep
  /// The tag counts as absent, and none is written.
  case ignore
}
