/// How much of a source's image data is looked at for damage.
package enum VerifyExtent: String, Codable, Sendable, CaseIterable {
  /// The rows down to the lowest crop, which have to be decoded anyway, and that the data doesn't end early.
  case crop
  /// The rows below it as well.
  case full
}
