/// When a JPEG that is only turned or cut is made of its source's coefficients, and nothing is lost.
package enum LosslessUse: String, Codable, Sendable, CaseIterable {
  case never
  /// Wherever it can be.
  case auto
  /// An output that can't be made so fails.
  case require
}
