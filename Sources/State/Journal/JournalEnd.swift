import System

/// The end of a run that reached all sources and could read all headers.
package struct JournalEnd: Hashable, Sendable {
  /// A hash of the plan and of everything else that shapes the manifest.
  package var fingerprint: String
  /// The number of manifest rows that aren't `ok`.
  package var unmade: Int
  /// The number of all manifest rows.
  package var rows: Int
  /// The manifest that the run wrote.
  package var manifest: FileIdentity

  package init(fingerprint: String, unmade: Int, rows: Int, manifest: FileIdentity) {
    self.fingerprint = fingerprint
    self.unmade = unmade
    self.rows = rows
    self.manifest = manifest
  }
}
