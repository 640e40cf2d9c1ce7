import Exports
import JobFile
import Planning
import Reporting
import Sharding
import State
import Survey
import System

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
      let failures = ToldFailures(state, job.folders)
      try completeShards(state, failures)
      if !job.spec.exports.isEmpty { try writeExports(state, stop) }
      let manifests = plan.places.map { job.folders.shardManifest(job.spec, $0) }
      let counts = try ManifestMerge.write(
        manifests, to: job.folders.manifest, syncs: state.durability != .none)
      try failures.save()
      return MergeReport(
        job: job.spec.name, shards: plan.places.count, counts, known: failures.known,
        manifest: job.manifestName)
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

  /// Writes the manifests of shards anew, by the plan and by what is noted and in place: that may be more than when a shard
  /// was run, and what workers have made has none yet. Throws, having said why, where one isn't whole.
  private func completeShards(_ state: JobState, _ failures: ToldFailures) throws {
    var missing: [Int] = []
    var strange: ShardPlace?
    var changed: ShardPlace?
    for (place, shard) in zip(plan.places, plan.header.shards) {
      let path = job.folders.shardManifest(job.spec, place)
      let header = try FrozenPlan.shardHeader(path)
      let isOwn = header == ShardManifestHeader(plan: plan.id, place, rows: shard.rows)
      if isOwn { try ManifestMerge.check(path) }
      if try complete(place, state, failures) { continue }
      missing.append(place.index)
      if isOwn { changed = changed ?? place } else if header != nil { strange = strange ?? place }
    }
    if let strange {
      throw plan.refuse("shard \(strange) was run by another plan: run it by this one")
    }
    if let changed {
      throw plan.refuse("outputs of shard \(changed) are not as it made them any more: run it again", .later)
    }
    if missing.isEmpty { return }
    throw plan.refuse(
      "\(missing.count) of its \(plan.places.count) shards have no manifest yet: \(TaskRange.text(missing))",
      .later)
  }

  /// Writes a shard's manifest where all of its images are done; false where they aren't.
  private func complete(_ place: ShardPlace, _ state: JobState, _ failures: ToldFailures) throws -> Bool {
    let part = try plan.images(of: place, job.spec)
    let freshness = freshness(state)
    // Of a shard that nobody began no folder is made.
    if let first = part.images.first, try freshness.made(of: first) == nil { return false }
    let header = ShardManifestHeader(plan: plan.id, place, rows: part.rows)
    let writer = ManifestWriter(job.header, part.images, shard: header)
    do {
      // Not flushed: it can be written anew as long as the merged one isn't there.
      _ = try writer.write(to: job.folders.shardManifest(job.spec, place), syncs: false) { image in
        guard let outcome = try freshness.made(of: image) else { throw NotMade() }
        _ = failures.take(image, outcome)
        return outcome
      }
      return true
    } catch is NotMade { return false }
  }

  /// An image of a shard isn't done.
  private struct NotMade: Error {}

  private func freshness(_ state: JobState) -> Freshness {
    Freshness(
      job.folders, state.journal, tree: state.tree, versions: job.header.versions,
      existing: job.spec.existing, renewal: Renewal())
  }

  private func writeExports(_ state: JobState, _ stop: StopRequest) throws {
    var whole = BatchPlan(images: [])
    for place in plan.places {
      let part = try plan.images(of: place, job.spec)
      whole.images += part.images
      whole.splits += part.splits
    }
    whole = whole.inSourceOrder
    _ = try ExportWriter(
      job.spec, whole, state, unless: stop, outcome: freshness(state).outcome
    ).write()
  }
}
