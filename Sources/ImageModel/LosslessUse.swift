/// Whether a JPEG that is only turned or cut is made from its source's coefficients, without loss.
package enum LosslessUse: String, Codable, Sendable, CaseIterable {
  case never
  /// Always if possible.
  case auto
  /// Always; an output for which it is impossible fails.
  case require
}
