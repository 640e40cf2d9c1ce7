import Planning
import Reporting
import Running
import System

/// Compares a manifest, line by line, with sources, outputs and its job's plan.
///
/// It holds the plan and some lines of the manifest in memory.
package struct Verification {
  /// The extent of a verification.
  package enum Scope: Sendable {
    /// Sources and outputs are compared with the manifest, and each row is compared with the plan. Some
    /// outputs are rendered again.
    case whole(BatchPlan, Rerendering, RenderSample)
    /// Sources and outputs are compared with the manifest. Rows are checked, but not against a plan.
    case sums
    /// Only outputs are compared with the manifest. Rows are checked, but not against a plan.
    case outputs
  }

  private let header: ManifestHeader
  /// True if the job keeps outputs of other versions, so that the manifest has rows of several versions.
  private let keepsOlder: Bool
  private let facts: ManifestFacts
  private let sums: ManifestHashing
  private let scope: Scope

  /// Verifies the manifest of a job. `header` holds the values that this program writes into every row of the
  /// job. With `keepsOlder` rows may name other versions too.
  package init(
    _ header: ManifestHeader, _ facts: ManifestFacts, keepsOlder: Bool, _ sums: ManifestHashing,
    _ scope: Scope
  ) {
    self.header = header
    self.keepsOlder = keepsOlder
    self.facts = facts
    self.sums = sums
    self.scope = scope
  }

  /// Reads all `lines`, counts in `report`, and passes each exception to `tell` in the order of the lines.
  /// Throws a failure that concerns all lines.
  package func run(
    _ lines: FileLines, _ report: inout VerificationReport, tell: (ManifestException) throws -> Void
  ) throws {
    switch scope {
    case .whole(let plan, let rerendering, let sample):
      let planned = PlannedRows(plan.images.named(by: lines))
      let older = OlderRows(own: keepsOlder ? try ManifestFacts.Versions(header) : nil)
      let sampled = try SampledLines(sample, lines, besides: older)
      try align(lines, planned, sampled, &report) { batch, report in
        try batch.hash(sums, sources: true, &report)
        try batch.compare(planned, header, besides: older, rerendering, &report)
        try Self.hand(batch, &report, to: tell)
      }
    case .sums: try look(at: lines, hashesSources: true, &report, tell)
    case .outputs: try look(at: lines, hashesSources: false, &report, tell)
    }
  }

  private static func hand(
    _ batch: VerifiedBatch, _ report: inout VerificationReport, to tell: (ManifestException) throws -> Void
  ) throws {
    for exception in batch.exceptions() {
      report.found += 1
      try tell(exception)
    }
  }
}

extension Verification {
  /// Checks the rows, but doesn't compare them with a plan.
  private func look(
    at lines: FileLines, hashesSources: Bool, _ report: inout VerificationReport,
    _ tell: (ManifestException) throws -> Void
  ) throws {
    var lines = try ManifestLines(lines)
    var shape = RowShape(jobSHA256: header.jobSHA256, versions: keepsOlder ? nil : facts.versions.first)
    var batch = VerifiedBatch()
    func finish() throws {
      try batch.hash(sums, sources: hashesSources, &report)
      try Self.hand(batch, &report, to: tell)
      batch = VerifiedBatch()
    }
    while let (number, read) = try lines.next() {
      report.rows += 1
      switch read {
      case .success(let line):
        if batch.isFull(before: line.key.source) { try finish() }
        batch.add(VerifiedBatch.Row(line: line))
        if let fault = try shape.fault(of: line) { batch.add(ManifestException(line, .row, fault)) }
      case .failure(let fault):
        batch.add(ManifestException(line: number, source: nil, output: nil, .line, fault.message))
      }
    }
    try finish()
  }

  /// Assigns each row of the manifest to its row of the plan. Passes the rows to `finish` in groups.
  private func align(
    _ lines: FileLines, _ planned: PlannedRows, _ sampled: SampledLines, _ report: inout VerificationReport,
    _ finish: (inout VerifiedBatch, inout VerificationReport) throws -> Void
  ) throws {
    var lines = try ManifestLines(lines)
    var alignment = RowAlignment(planned)
    var batch = VerifiedBatch()
    func makeRoom(for source: String) throws {
      guard batch.isFull(before: source) else { return }
      try finish(&batch, &report)
      batch = VerifiedBatch()
    }
    func addMissing(_ places: Range<Int>, at number: Int) throws {
      for place in places {
        let key = planned.key(at: place)
        try makeRoom(for: key.source)
        batch.add(
          ManifestException(line: number, key, .missing, "a row is missing here"), unlessChanged: true)
      }
    }
    while let (number, line) = try lines.next() {
      report.rows += 1
      let (missing, fate) = alignment.take(line.key, before: lines.following, isLast: lines.isAtEnd)
      try addMissing(missing, at: number)
      try makeRoom(for: line.key?.source ?? "")
      batch.add(line, number, fate, planned, sampled)
    }
    try addMissing(alignment.finish(), at: report.rows + 1)
    try finish(&batch, &report)
  }
}
