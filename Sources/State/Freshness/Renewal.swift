/// What a run makes again although nothing seems to have changed.
package struct Renewal: Hashable, Sendable {
  /// Everything.
  package var all: Bool
  /// What failed for its content before.
  package var failed: Bool
  /// What has other bytes than it had, in place of other size, time or number of the file.
  package var verifies: Bool

  package init(all: Bool = false, failed: Bool = false, verifies: Bool = false) {
    self.all = all
    self.failed = failed
    self.verifies = verifies
  }

  /// True where every failure counts as new, whatever was told before.
  package var forgetsFailures: Bool { all || failed }
}
