import JSON
import Reporting

/// The result of merging a plan's shards. `--json` prints it.
package struct MergeReport: Hashable, Sendable, JSONObject {
  package let job: String
  package let shards: Int
  package let counts: ManifestMerge.Counts
  /// The number of failed rows that the last merge or run already reported.
  package let known: Int
  /// The manifest's path.
  package let manifest: String

  package init(job: String, shards: Int, _ counts: ManifestMerge.Counts, known: Int, manifest: String) {
    self.job = job
    self.shards = shards
    self.counts = counts
    self.known = known
    self.manifest = manifest
  }

  /// A summary in one line. `isFine` is true if the job allows this number of failed rows.
  package func summary(isFine: Bool) -> LogEntry {
    var parts = ["\(shards.counted("shard")) merged: \(counts.ok) of \(counts.rows.counted("output")) made"]
    if counts.failed > 0 { parts.append(FailureCount.text(counts.failed, known: known)) }
    if counts.skipped > 0 { parts.append("\(counts.skipped) skipped") }
    if counts.filtered > 0 { parts.append("\(counts.filtered) filtered") }
    return LogEntry(
      isFine ? .info : .error, job: job, "\(parts.joined(separator: ", ")); manifest \(manifest)")
  }

  package func writeFields(to json: inout JSONWriter) {
    json.field("job", job)
    json.field("shards", shards)
    json.field("rows", counts.rows)
    json.field("ok", counts.ok)
    json.field("failed", counts.failed)
    json.field("known", known)
    json.field("skipped", counts.skipped)
    json.field("filtered", counts.filtered)
    json.field("manifest", manifest)
  }
}
