import System

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
  /// The number of outputs in the state that the job wants, including reused outputs.
  package var ok: Int
  package var failed: Int
  package var skipped: Int
  /// The number of outputs whose pictures the job leaves out.
  package var filtered: Int
  /// The number of outputs that existed already.
  package var reused: Int
  /// The number of bytes that the run wrote into outputs.
  package var bytes: Int
  /// The use of the network, with planning.
  package var network = NetworkUse()
}

extension JobMetrics {
  /// The figures of a run that ends now with this exit status. It began at `start`, in milliseconds since 1970.
  package init(_ report: RunReport, status: Int32, since start: Int) {
    let now = WallClock.now()
    self.init(
      name: report.job, ended: now, status: Int(status), duration: now - start, ok: report.ok,
      failed: report.failed, skipped: report.skipped, filtered: report.filtered, reused: report.reused,
      bytes: report.bytes, network: report.network ?? NetworkUse())
  }
}
