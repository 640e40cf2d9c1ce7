/// The part of a source's image data that is checked for damage.
package enum VerifyExtent: String, Codable, Sendable, CaseIterable {
  /// The rows down to the lowest crop, which are decoded anyway, and the end of the data.
  case crop
  /// All image data, also the rows below the lowest crop.
  case full
}
