import System

/// How a run ended that came to all sources, and could read the headers of all.
package struct JournalEnd: Hashable, Sendable {
  /// What stands for the plan and all else that shapes the manifest.
  package var fingerprint: String
  /// Rows of the manifest that aren't `ok`.
  package var unmade: Int
  /// The manifest that the run wrote.
  package var manifest: FileIdentity

  package init(fingerprint: String, unmade: Int, manifest: FileIdentity) {
    self.fingerprint = fingerprint
    self.unmade = unmade
    self.manifest = manifest
  }
}
