/// What a metrics file says about one run of a job.
package struct JobMetrics: Hashable, Sendable {
  /// The job's name.
  package var name: String
  /// When the run ended, in milliseconds since 1970.
  package var ended: Int
  /// The exit status that the job alone would have had, as a shell sees it.
  package var status: Int
  /// How long the run took from the end of planning, in milliseconds.
  package var duration: Int
  /// Outputs that are there as the job wants them, those that were reused included.
  package var ok: Int
  package var failed: Int
  package var skipped: Int
  /// Outputs that were there already.
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
