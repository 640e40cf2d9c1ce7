/// How a run ended that left nothing undone.
package struct JournalEnd: Hashable, Sendable {
  /// What stands for the plan and all else that shapes the manifest.
  package var fingerprint: String
  /// The manifest that the run wrote.
  package var manifest: FileIdentity

  package init(fingerprint: String, manifest: FileIdentity) {
    self.fingerprint = fingerprint
    self.manifest = manifest
  }
}
