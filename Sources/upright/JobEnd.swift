import Reporting
import System

/// What came of one job of a call.
struct JobEnd {
  let report: RunReport
  let status: ExitStatus
  /// Failed rows that count for the status.
  let failed: Int
  /// True when the job was run to its end, and has its manifest.
  let isWhole: Bool
  let metrics: JobMetrics

  /// The end, now, of a run that began at `start`, in milliseconds since 1970.
  init(_ report: RunReport, _ status: ExitStatus, failed: Int = 0, since start: Int, isWhole: Bool) {
    self.report = report
    self.status = status
    self.failed = failed
    self.isWhole = isWhole
    let now = WallClock.now()
    metrics = JobMetrics(
      name: report.job, ended: now, status: Int(status.rawValue), duration: now - start, ok: report.ok,
      failed: report.failed, skipped: report.skipped, reused: report.reused, bytes: report.bytes)
  }
}
