import Execution
import ImageModel
import JobFile
import Planning

/// What came of a run, counted as it goes. `--json` prints it.
package struct RunReport: Encodable, Hashable, Sendable {
  package let job: String
  /// Sources.
  package let images: Int
  /// Rows of the manifest.
  package let rows: Int
  package private(set) var ok = 0
  package private(set) var failed = 0
  package private(set) var skipped = 0
  package private(set) var warnings = 0
  /// Sources without an orientation tag, which counts as 1.
  package private(set) var untagged = 0
  package let manifest: String
  /// Bytes written into outputs.
  package private(set) var bytes = 0
  /// A line for each of the first failed rows and warnings.
  package private(set) var details: [String] = []
  /// How many more such lines there would be.
  package private(set) var untold = 0
  private var lastDetail: String?

  /// As many lines as a mail from cron should have.
  private static let mostDetails = 20

  /// A report on the run of `plan` with its manifest at `manifest`.
  package init(job: String, plan: BatchPlan, manifest: String) {
    self.job = job
    images = plan.images.count
    rows = plan.rows
    self.manifest = manifest
  }

  /// Counts one image.
  package mutating func add(_ image: ImagePlan, _ outcome: ImageOutcome, _ statuses: [ManifestRow.Status]) {
    if image.isUntagged { untagged += 1 }
    note(image.warnings, image.source)
    for (index, status) in statuses.enumerated() {
      let output = outcome.outputs[index]
      note(image.outputs[index].warnings + output.warnings, image.source)
      bytes += output.bytes ?? 0
      switch status {
      case .ok: ok += 1
      case .skipped: skipped += 1
      case .failed:
        failed += 1
        if let error = output.error {
          detail("\(image.source): failed: \(error.message) (\(error.code.rawValue))")
        }
      }
    }
  }

  /// One line for people.
  package var summary: String {
    var parts = ["\(ok) of \(rows.counted("output")) made from \(images.counted("image"))"]
    if failed > 0 { parts.append("\(failed) failed") }
    if skipped > 0 { parts.append("\(skipped) skipped") }
    if warnings > 0 { parts.append(warnings.counted("warning")) }
    if untagged > 0 { parts.append("\(untagged) without orientation tag") }
    return "\(job): \(parts.joined(separator: ", ")); \(ByteCount.text(bytes)); manifest \(manifest)"
  }

  private mutating func note(_ findings: [Finding], _ source: String) {
    warnings += findings.count
    for finding in findings { detail("\(source): warning: \(finding.message) (\(finding.code.rawValue))") }
  }

  private mutating func detail(_ line: String) {
    if lastDetail == line { return }
    lastDetail = line
    if details.count < Self.mostDetails { details.append(line.shown) } else { untold += 1 }
  }

  private enum CodingKeys: String, CodingKey {
    case job, images, rows, ok, failed, skipped, warnings, untagged, bytes, manifest
  }
}
