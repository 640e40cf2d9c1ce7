/// How a picture's orientation tag is handled.
package enum OrientationMode: String, Codable, Sendable, CaseIterable {
  /// Pixels are turned upright; a written tag has the value 1.
  case bake
  /// Pixels stay in stored order, with a tag that makes viewers show the result of `bake`.
  case keep
  /// The tag counts as missing, and none is written.
  case ignore
}
