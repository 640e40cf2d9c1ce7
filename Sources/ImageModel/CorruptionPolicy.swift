/// Which damage of a source's image data fails its rows; what doesn't is warned about.
///
/// Each case names the mildest class of the decoder's warnings that fails; the classes above it fail too. Damage is
/// what the decoder can see: wrong data that happens to be valid code is none.
package enum CorruptionPolicy: String, Codable, Sendable, CaseIterable {
  /// Every warning, also where no pixel is made up.
  case warning
  /// Data that doesn't decode, so that pixels are made up.
  case error
  /// Data that ends early.
  case truncated
  /// Nothing fails.
  case none
}
