import Planning
import Reporting
import Running
import State
import Survey
import System
import Verifying

extension JobSession {
  /// How much of a manifest is verified.
  package enum VerificationScope: Sendable {
    /// Outputs alone, without sources and plan.
    case outputs
    /// Sources, rows and outputs; a sample of the outputs is rendered again.
    case whole(RenderSample)
  }

  /// Verifies an open manifest. `name` is the manifest's path as the user wrote it. Calls `tell` with each
  /// difference between the manifest and the files or the plan.
  package func verify(
    _ manifest: borrowing ManifestJob, named name: String, _ scope: VerificationScope,
    tell: (ManifestException) throws -> Void
  ) throws -> VerificationReport {
    let job = manifest.job
    let keepsOlder = job.spec.onUpgrade == .keep
    if job.spec.hash == .none {
      throw job.refusal("the manifest has no hashes to compare: 'hash' is none")
    }
    job.store.scanArchivesAnew()
    var report = VerificationReport(manifest: name)
    do {
      // Any row may be the first one of this program.
      let facts =
        keepsOlder ? try ManifestFacts(FileLines(of: manifest.file.number), rows: .max) : manifest.facts
      let own = try ManifestFacts.Versions(job.header)
      // Another build of the tool makes the same rows, except for the tool's name.
      var header = job.header
      header.tool = facts.versions.first(where: own.makesSameBytes)?.toolName ?? header.tool
      let sums = ManifestHashing(
        try outputs(of: job), job.store, largest: job.spec.limits.maxFileBytes, pool: pool, counting: work)
      let verification = Verification(
        header, facts, keepsOlder: keepsOlder, sums, try self.scope(scope, job, facts, own, name))
      try verification.run(FileLines(of: manifest.file.number), &report, tell: tell)
    } catch let error as Halted {
      throw SessionError(error.halt, file: name)
    } catch let fault as FileFault {
      throw SessionError(.usage, file: name, fault.message)
    }
    return report
  }

  private func outputs(of job: Job) throws(Halted) -> (any OutputPlace)? {
    do throws(SystemError) { return try job.existingOutputs() } catch {
      throw Halted(
        Halt(
          error.isTemporary ? .later : .unwritable,
          error.sentence ?? "'\(job.folders.output)' can't be opened: \(error.message)"))
    }
  }

  private func scope(
    _ scope: VerificationScope, _ job: Job, _ facts: ManifestFacts, _ own: ManifestFacts.Versions,
    _ name: String
  ) throws(SessionError) -> Verification.Scope {
    guard case .whole(let sample) = scope else { return .outputs }
    if !facts.versions.isEmpty && !facts.versions.contains(where: own.makesSameBytes) {
      let difference = "was made by \(facts.versions.first?.words ?? "nobody"), and this is \(own.words)"
      if sample != .none {
        throw SessionError(.usage, file: name, difference + ": --render would compare the two")
      }
      tell(
        LogEntry(
          .warning, file: name, difference + ": hashes are compared, and rows not with the plan"))
      return .sums
    }
    let plans = try plan([job], writes: false)
    let memory = MemoryBudget(memoryBytes, job.spec.isolation)
    let runner = Runner(pool: pool, memory: memory, renderer: job.renderer)
    let rerendering = Rerendering(job.store, runner, within: memory, counting: work)
    return .whole(plans.first?.plan ?? BatchPlan(images: []), rerendering, sample)
  }
}
