import ImageModel
import JSON
import JobFile
import Planning
import Rendering
import State
import System
import Workers

/// A report with the counts of a run. `--json` prints the report.
package struct RunReport: Hashable, Sendable {
  package let job: String
  /// The shard of a plan, as `3/8`; nil for a whole job.
  package let shard: String?
  /// The number of sources.
  package let images: Int
  /// The number of the manifest's rows.
  package let rows: Int
  package private(set) var ok = 0
  /// The number of rows with status `ok` whose output existed already.
  package private(set) var reused = 0
  /// The number of reused rows whose outputs other versions made.
  package private(set) var older = 0
  package private(set) var failed = 0
  /// The number of rows with status `failed` that the last run also reported.
  package private(set) var known = 0
  package private(set) var skipped = 0
  /// The number of skipped rows for which the job keeps a file that it did not make.
  package private(set) var kept = 0
  /// The number of rows whose pictures the job leaves out.
  package private(set) var filtered = 0
  /// The number of files that the run removed because the job no longer makes them.
  package var pruned = 0
  /// The number of earlier files that stay beside new outputs, because their names have hashes of other bytes.
  package var outdated = 0
  package private(set) var warnings = 0
  /// The number of sources without an orientation tag, among those from which this run tried to make outputs.
  /// Upright treats such a source as orientation 1.
  package private(set) var untagged = 0
  /// The manifest's path; nil for a run that writes none.
  package let manifest: String?
  /// Where images were decoded and encoded; nil if no image was.
  private var isolation: Isolation?
  /// The sandbox of the worker processes; nil if none was started, or none was confined.
  private var sandbox: SandboxLevel?
  /// The number of bytes that the run wrote into outputs.
  package private(set) var bytes = 0
  /// The use of the network, with planning; nil if no source is a URL.
  package var network: NetworkUse?
  /// The groups of the job's splits; empty if the run didn't plan them.
  private let splits: [SplitCount]
  private let missedShares: [String]
  /// The first failed rows and warnings, in order. If the list is full, a new failure replaces the last
  /// warning.
  package private(set) var details: [LogEntry] = []
  /// The number of failed rows and warnings that ``details`` doesn't hold.
  package private(set) var unlisted = 0
  private var lastDetail: LogEntry?

  /// The largest number of details. It is small, so that a mail from cron stays short.
  private static let mostDetails = 20

  /// A report on a run of `plan`, the plan of a whole job or of one shard. `manifest` is the manifest's path,
  /// nil for none.
  package init(job: String, plan: BatchPlan, shard: ShardPlace? = nil, manifest: String?) {
    self.job = job
    self.shard = shard?.description
    images = plan.images.count
    rows = plan.rows
    splits = plan.splitCounts
    missedShares = plan.missedShares
    self.manifest = manifest
  }

  /// A report on a run that had nothing to do.
  package init(job: String, reused: Int, filtered: Int, older: Int, images: Int, manifest: String) {
    self.job = job
    shard = nil
    self.images = images
    rows = reused + filtered
    (splits, missedShares) = ([], [])
    ok = reused
    self.reused = reused
    self.older = older
    self.filtered = filtered
    self.manifest = manifest
  }

  /// Counts one image. `tried` are the outputs that this run tried. If `isKnown`, failures caused by the
  /// source's content are counted but not listed.
  package mutating func add(
    _ image: ImagePlan, _ outcome: ImageOutcome, tried: [Int], isKnown: Bool = false
  ) {
    let isListed = { (output: OutputOutcome) in !isKnown || output.error?.isOfContent != true }
    let tried = Set(tried.filter { isListed(outcome.outputs[$0]) })
    // Earlier runs reported the warnings of outputs that they made.
    if !tried.isEmpty {
      if image.isUntagged { untagged += 1 }
      note(image.warnings, image)
    }
    for (index, output) in outcome.outputs.enumerated() {
      let isTried = tried.contains(index)
      if isTried {
        note(image.outputs[index].warnings + output.warnings, image)
        bytes += output.bytes ?? 0
      }
      switch ManifestRow.Status(output) {
      case .ok:
        ok += 1
        reused += isTried ? 0 : 1
        older += outcome.makers[index] == nil ? 0 : 1
      case .skipped:
        skipped += 1
        kept += output.error?.code == .exists ? 1 : 0
      case .filtered:
        filtered += 1
      case .failed:
        failed += 1
        if !isListed(output) {
          known += 1
        } else if let error = output.error {
          detail(.error, error, image)
        }
      }
    }
  }

  /// Notes where images were decoded and encoded.
  package mutating func note(_ isolation: Isolation, _ sandbox: SandboxLevel?) {
    self.isolation = isolation
    self.sandbox = sandbox
  }

  /// All counts in one line. `isFine` is true if the run did what was asked for.
  package func summary(isFine: Bool) -> LogEntry {
    LogEntry(isFine ? .info : .error, job: job, figures)
  }

  /// A hint that there are more details.
  package var more: LogEntry? {
    unlisted > 0
      ? LogEntry(.info, "and \(unlisted) more" + (manifest == nil ? "" : ", all in the manifest")) : nil
  }

  private var figures: String {
    let head = shard.map { "shard \($0): " } ?? ""
    var parts = [head + "\(ok - reused) of \(rows.counted("output")) made from \(images.counted("image"))"]
    if reused > 0 { parts.append(OlderCount.text(reused, older: older)) }
    if failed > 0 { parts.append(FailureCount.text(failed, known: known)) }
    if skipped > kept { parts.append("\(skipped - kept) skipped") }
    if kept > 0 { parts.append("\(kept) kept as they are") }
    if filtered > 0 { parts.append("\(filtered) filtered") }
    if pruned > 0 { parts.append("\(pruned) pruned") }
    if outdated > 0 { parts.append("\(outdated.counted("earlier file")) left for --prune") }
    if let missing = sandbox?.missing, !missing.isEmpty {
      parts.append("workers without \(missing.joined(separator: " and "))")
    }
    if warnings > 0 { parts.append(warnings.counted("warning")) }
    if untagged > 0 { parts.append("\(untagged) without orientation tag") }
    parts += missedShares
    let place = manifest.map { "manifest \($0)" } ?? "no manifest"
    let groups: [String?] = [parts.joined(separator: ", "), ByteCount.text(bytes), network?.text, place]
    return groups.compactMap(\.self).joined(separator: "; ")
  }

  private mutating func note(_ findings: [Finding], _ image: ImagePlan) {
    warnings += findings.count
    for finding in findings { detail(.warning, finding, image) }
  }

  private mutating func detail(_ level: LogEntry.Level, _ finding: Finding, _ image: ImagePlan) {
    var entry = LogEntry(level, job: job, source: image.source, finding)
    if !image.source.stem.utf8.elementsEqual(image.id.utf8) { entry.id = image.id }
    if lastDetail == entry { return }
    lastDetail = entry
    if details.count == Self.mostDetails {
      unlisted += 1
      guard level == .error, let warning = details.lastIndex(where: { $0.level == .warning }) else { return }
      details.remove(at: warning)
    }
    details.append(entry)
  }
}

extension RunReport: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("job", job)
    json.fieldIfPresent("shard", shard)
    json.field("images", images)
    json.field("rows", rows)
    json.field("ok", ok)
    json.field("reused", reused)
    json.field("failed", failed)
    json.field("known", known)
    json.field("skipped", skipped)
    json.field("kept", kept)
    json.field("pruned", pruned)
    json.field("warnings", warnings)
    json.field("untagged", untagged)
    json.field("filtered", filtered)
    json.field("bytes", bytes)
    json.fieldIfPresent("older", older > 0 ? older : nil)
    json.fieldIfPresent("outdated", outdated > 0 ? outdated : nil)
    json.fieldIfPresent("network", network)
    json.fieldIfPresent("manifest", manifest)
    json.fieldIfPresent("isolation", isolation)
    json.fieldIfPresent("sandbox", sandbox)
    if !splits.isEmpty { json.field("splits", splits) }
  }
}

extension Isolation: JSONWritable {}

extension SplitCount: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("name", name)
    json.field("share", share)
    json.field("groups", groups)
  }
}

extension SandboxLevel: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.fieldIfPresent("landlock", landlock)
    json.field("seccomp", seccomp)
  }
}
