/// What a metrics file says about one job: figures of its last run.
package struct JobMetrics: Hashable, Sendable {
  /// The job's name.
  package var name: String
  /// When its last run ended, in milliseconds since 1970.
  package var ended: Int
  /// When its last run ended that came to a good end; nil where none is known of.
  package var succeeded: Int?
  /// The exit status of the last run, as a shell sees it.
  package var status: Int
  /// How long the last run took, in milliseconds.
  package var duration: Int
  /// Outputs that are there as the job wants them, those that were reused included.
  package var ok: Int
  package var failed: Int
  package var skipped: Int
  /// Outputs that were there already.
  package var reused: Int
  /// Bytes written into outputs.
  package var bytes: Int

  /// The figures of a run that ended with `status`; a good end is 0.
  package init(
    name: String, ended: Int, status: Int, duration: Int, ok: Int, failed: Int, skipped: Int, reused: Int,
    bytes: Int
  ) {
    self.name = name
    self.ended = ended
    succeeded = status == 0 ? ended : nil
    self.status = status
    self.duration = duration
    self.ok = ok
    self.failed = failed
    self.skipped = skipped
    self.reused = reused
    self.bytes = bytes
  }
}
