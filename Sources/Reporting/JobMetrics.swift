/// The figures of one run of a job for a metrics file.
package struct JobMetrics: Hashable, Sendable {
  /// The job's name.
  package var name: String
  /// When the run ended, in milliseconds since 1970.
  package var ended: Int
  /// The exit status of the job alone, as a shell shows it.
  package var status: Int
  /// How long the run took from the end of planning, in milliseconds.
  package var duration: Int
  /// Outputs in the state that the job wants, reused ones included.
  package var ok: Int
  package var failed: Int
  package var skipped: Int
  /// Outputs that existed already.
  package var reused: Int
  /// Bytes written into outputs.
  package var bytes: Int

  package init(
    name: String, ended: Int, status: Int, duration: Int, ok: Int, failed: Int, skipped: Int, reused: Int,
    bytes: Int
  ) {
    self.name = name
    self.ended = ended
    self.status = status
    self.duration = duration
    self.ok = ok
    self.failed = failed
    self.skipped = skipped
    self.reused = reused
    self.bytes = bytes
  }
}
