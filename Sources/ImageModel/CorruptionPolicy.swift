/// The damage of image data that makes the source's rows fail. Other damage gives a warning.
///
/// Each case names the mildest class of damage that fails; worse classes fail too. Only damage that the
/// decoder detects counts: wrong data may be valid code.
package enum CorruptionPolicy: String, Codable, Sendable, CaseIterable {
  /// Every warning, even if all pixels are right.
  case warning
  /// Data that doesn't decode, so that pixels are invented.
  case error
  /// Data that ends early.
  case truncated
  /// Nothing fails.
  case none
}
