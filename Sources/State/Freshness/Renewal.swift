/// The outputs that a run makes again, although it would leave them alone by default.
package struct Renewal: Hashable, Sendable {
  /// All outputs.
  package var all: Bool
  /// Outputs that failed earlier because of the source's content.
  package var failed: Bool
  /// Outputs whose file or source has other bytes than the journal notes. The run compares hashes instead of
  /// size, time and inode.
  package var verifies: Bool

  package init(all: Bool = false, failed: Bool = false, verifies: Bool = false) {
    self.all = all
    self.failed = failed
    self.verifies = verifies
  }

  /// True if archives are scanned although their indexes are kept.
  package var distrustsArchives: Bool { all || verifies }

  /// True if every failure counts as new.
  package var forgetsFailures: Bool { all || failed }
}
