import Execution
import Exports
import JobFile
import Planning
import Reporting
import Sharding

/// Brings a plan that was run in shards to its end: journal, exports, manifest.
struct ShardMerge {
  private let plan: FrozenPlan
  private let job: LoadedJob

  /// For `plan`, whose job is `job`.
  init(_ plan: FrozenPlan, _ job: LoadedJob) {
    self.plan = plan
    self.job = job
  }

  /// Merges, and waits so many seconds at most for those that run the job. Throws, having said why, where that can't be
  /// done: then the manifest is as it was.
  func run(waiting seconds: Double) throws -> MergeReport {
    let stop = StopRequest()
    let state: JobState
    do throws(StateRefusal) {
      state = try JobState(job.spec, job.folders, waiting: seconds, unless: stop)
    } catch { throw TakenJob.tell(error, job, stop) }
    do {
      try checkShards()
      for place in plan.places {
        if let journal = try journal(of: place, state) { try state.adopt(journal) }
      }
      if !job.spec.exports.isEmpty { try writeExports(state, stop) }
      let manifests = plan.places.map { job.folders.shardManifest(job.spec, $0) }
      let counts = try ManifestMerge.write(
        manifests, to: job.folders.manifest, syncs: state.durability != .none)
      return MergeReport(
        job: job.spec.name, shards: plan.places.count, counts, manifest: job.manifestName)
    } catch {
      state.withdraw()
      throw told(error)
    }
  }

  private func told(_ error: any Error) -> any Error {
    switch error {
    case let fault as FrozenFault: return FrozenPlan.tell(fault, plan.file)
    case let halt as Halt:
      Log.tell(LogEntry(.error, file: plan.file, halt.message))
      return ExitStatus(halt)
    case let error as SystemError: return told(Halt(error, writing: job.folders.manifest))
    default: return error
    }
  }

  /// Refuses shards that aren't whole, or of another plan.
  private func checkShards() throws {
    var missing: [Int] = []
    for (place, shard) in zip(plan.places, plan.header.shards) {
      let path = job.folders.shardManifest(job.spec, place)
      guard let header = try FrozenPlan.shardHeader(path) else {
        missing.append(place.index)
        continue
      }
      if header != ShardManifestHeader(plan: plan.id, place, rows: shard.rows) {
        throw plan.refuse("'\(job.shown(path))' is the manifest of another plan's shard: run shard \(place)")
      }
    }
    if missing.isEmpty { return }
    throw plan.refuse(
      "\(missing.count) of its \(plan.places.count) shards have no manifest yet: \(TaskRange.text(missing))",
      .later)
  }

  private func journal(of place: ShardPlace, _ state: JobState) throws -> JobJournal? {
    do throws(SystemError) {
      return try JobJournal.existing(of: place.state(of: job.spec.name), in: state.tree)
    } catch { throw Halt(error, writing: job.folders.state(job.spec, place)) }
  }

  private func writeExports(_ state: JobState, _ stop: StopRequest) throws {
    var whole = BatchPlan(images: [])
    for place in plan.places {
      let part = try plan.images(of: place, job.spec)
      whole.images += part.images
      whole.splits += part.splits
    }
    whole = whole.inSourceOrder
    let freshness = Freshness(
      job.folders, state.journal, tree: state.tree, versions: job.header.versions,
      existing: job.spec.existing, renewal: Renewal())
    _ = try ExportWriter(job.spec, whole, state, unless: stop, outcome: freshness.outcome).write()
  }
}
