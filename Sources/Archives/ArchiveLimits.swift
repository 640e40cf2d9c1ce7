import System

/// The limits of a scan.
package struct ArchiveLimits: Hashable, Sendable {
  /// Members, with those that are no sources.
  package var members = FixedLimits.Archive.members
  /// The bytes of all names together.
  package var nameBytes = FixedLimits.Archive.nameBytes
  /// The bytes of a zip's directory.
  package var directoryBytes = FixedLimits.Archive.directoryBytes
  /// The bytes of the headers in a tar that describe one member.
  package var headerBytes = FixedLimits.Archive.headerBytes
  /// The bytes of a member, packed or unpacked. A larger one is no source.
  package var memberBytes = UInt64(Int64.max)

  package init() {}
}
