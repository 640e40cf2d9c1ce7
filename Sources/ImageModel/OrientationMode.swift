/// How a picture's orientation tag is handled.
package enum OrientationMode: String, Codable, Sendable, CaseIterable {
  /// Pixels are turned upright. If a tag is written, its value is 1.
  case bake
  /// Pixels stay in stored order, with a tag that makes viewers show the result of `bake`.
  case keep
  /// The tag counts as missing, and no tag is written.
  case ignore
}
