import Reporting

/// The end of a job's run.
package struct JobEnd: Sendable {
  package let report: RunReport
  package let status: ExitStatus
  /// The number of failed rows that count for the exit status.
  package let failed: Int
  /// True if the job was run to its end, and has its manifest.
  package let isWhole: Bool
  package let metrics: JobMetrics

  /// The end of a run that ends now. The run began at `start`, in milliseconds since 1970.
  init(_ report: RunReport, _ status: ExitStatus, failed: Int = 0, since start: Int, isWhole: Bool) {
    self.report = report
    self.status = status
    self.failed = failed
    self.isWhole = isWhole
    metrics = JobMetrics(report, status: status.rawValue, since: start)
  }
}
