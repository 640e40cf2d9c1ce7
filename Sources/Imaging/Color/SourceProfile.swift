/// The ICC profile that a source's samples are converted from.
package enum SourceProfile: Hashable, Sendable {
  /// The source has no profile.
  case none
  /// The profile can't be read, or stands at a place that the format forbids.
  case unusable
  /// The bytes of the profile, or of a profile that was made from the file's colour numbers.
  case whole([UInt8])
}
