/// The part of a source's image data that is checked for damage.
package enum VerifyExtent: String, Codable, Sendable, CaseIterable {
  /// The rows from the top to the bottom of the lowest crop, and the end of the data. These rows are decoded
  /// anyway.
  case crop
  /// All image data, also the rows below the lowest crop.
  case full
}
