/// The ICC profile that a source's samples are converted from.
package enum SourceProfile: Hashable, Sendable {
  /// The source has none.
  case none
  /// It has one that can't be read, or that stands where none may stand.
  case unusable
  /// The profile's bytes, or those of one made of numbers that say the same.
  case whole([UInt8])
}
