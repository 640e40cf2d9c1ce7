/// Whether a JPEG that is only turned or cut is made from its source's coefficients, without loss.
package enum LosslessUse: String, Codable, Sendable, CaseIterable {
  case never
  /// An output is made from coefficients if this is possible.
  case auto
  /// An output is made from coefficients. If this is impossible, the output fails.
  case require
}
