/// The damage of image data that makes the source's rows fail. Other damage gives a warning.
///
/// Each case names the mildest class of damage that makes rows fail; worse classes do so too. Damage counts
/// only if the decoder detects it. Changed data may still decode without a warning.
package enum CorruptionPolicy: String, Codable, Sendable, CaseIterable {
  /// The decoder only warns of this damage. All pixels may be right.
  case warning
  /// Data that can't be decoded. The decoder invents pixels in its place.
  case error
  /// Data that ends early.
  case truncated
  /// No damage makes rows fail.
  case none
}
