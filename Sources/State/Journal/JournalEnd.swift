import System

/// The end of a run that reached all sources and could read all headers.
package struct JournalEnd: Hashable, Sendable {
  /// A hash of the plan and of everything else that shapes the manifest.
  package var fingerprint: String
  /// The number of manifest rows.
  package var rows: Int
  /// The number of rows that aren't `ok`.
  package var unmade: Int
  /// The number of rows that are `filtered`.
  package var filtered: Int
  /// The number of `ok` rows whose outputs other versions made.
  package var older: Int
  /// The manifest that the run wrote.
  package var manifest: FileIdentity

  package init(
    fingerprint: String, rows: Int, unmade: Int, filtered: Int = 0, older: Int = 0, manifest: FileIdentity
  ) {
    self.fingerprint = fingerprint
    (self.rows, self.unmade, self.filtered, self.older) = (rows, unmade, filtered, older)
    self.manifest = manifest
  }
}
