/// An entry of `sources` with archives, whose members are sources.
package struct ArchiveSource: Hashable, Sendable {
  /// The pattern of the archives' files.
  package var archives: GlobPattern
  /// The pattern of the members' names.
  package var members: GlobPattern
}
