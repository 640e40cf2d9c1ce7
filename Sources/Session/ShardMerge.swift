import Exports
import JobFile
import Planning
import Reporting
import Sharding
import State
import Survey
import System

extension JobSession {
  /// Completes a plan that was run in shards: merges the journals, and writes exports and manifest. Waits up
  /// to `seconds` for other runs of the job. If this call throws, the manifest is as before.
  package func merge(
    _ plan: FrozenPlan, of job: Job, waiting seconds: Double = 0
  ) throws(SessionError) -> MergeReport {
    let state: JobState
    do throws(StateRefusal) {
      state = try job.state(waiting: seconds, unless: stop)
    } catch { throw SessionError(error, job, stop) }
    if let fault = state.removeUploads(manifest: job.folders.manifest, unless: stop) {
      tell(LogEntry(.warning, job: job.spec.name, fault.message))
    }
    do {
      try checkManifest(job, state)
      return try ShardMerge(plan: plan, job: job, state: state, stop: stop).run()
    } catch {
      state.withdraw()
      throw SessionError(merging: error, plan, job)
    }
  }
}

extension SessionError {
  fileprivate init(merging error: any Error, _ plan: FrozenPlan, _ job: Job) {
    switch error {
    case let error as SessionError: self = error
    case let fault as FrozenFault: self.init(fault, plan.file)
    case let error as Halted: self.init(error.halt, file: plan.file)
    case let error as SystemError:
      self.init(Halt(error, writing: job.folders.manifest), file: plan.file)
    default:
      self.init(Halt(.fault, "the shards can't be merged: \(error)"), file: plan.file)
    }
  }
}

/// The merge of a plan's shards under the job's run lock.
private struct ShardMerge {
  let plan: FrozenPlan
  let job: Job
  let state: JobState
  let stop: StopRequest

  func run() throws -> MergeReport {
    let failures = ReportedFailures(state, job.store)
    try completeShards(failures)
    if !job.spec.exports.isEmpty { try writeExports() }
    let manifests = plan.places.map { job.folders.shardManifest(job.spec, $0) }
    let counts = try state.putManifest(at: job.folders.manifest) { path in
      try ManifestMerge.write(manifests, to: path, syncs: state.durability != .none)
    }
    try failures.save()
    return MergeReport(
      job: job.spec.name, shards: plan.places.count, counts, known: failures.known,
      manifest: job.manifestName)
  }

  /// Writes the manifests of all shards again, from the plan, the journal and the files in place. The earlier
  /// manifests may lack outputs: other runs may have made more outputs since a shard was run, and outputs of
  /// `upright worker` are in no manifest yet. Throws if a shard isn't whole.
  private func completeShards(_ failures: ReportedFailures) throws {
    var missing: [Int] = []
    var strange: ShardPlace?
    var changed: ShardPlace?
    for (place, shard) in zip(plan.places, plan.header.shards) {
      let path = job.folders.shardManifest(job.spec, place)
      let header = try FrozenPlan.shardHeader(path)
      let isOwn = header == ShardManifestHeader(plan: plan.id, place, rows: shard.rows)
      if isOwn { try ManifestMerge.check(path) }
      if try complete(place, failures) { continue }
      missing.append(place.index)
      if isOwn { changed = changed ?? place } else if header != nil { strange = strange ?? place }
    }
    if let strange {
      throw plan.refusal("shard \(strange) was run by another plan: run it by this one")
    }
    if let changed {
      throw plan.refusal("outputs of shard \(changed) are not as it made them any more: run it again", .later)
    }
    if missing.isEmpty { return }
    throw plan.refusal(
      "\(missing.count) of its \(plan.places.count) shards have no manifest yet: \(TaskRange.text(missing))",
      .later)
  }

  /// Writes a shard's manifest if all of its images are done; else returns false.
  private func complete(_ place: ShardPlace, _ failures: ReportedFailures) throws -> Bool {
    let part = try plan.images(of: place, job.spec)
    let freshness = try job.freshness(in: state)
    // A shard that never ran gets no folder.
    if let first = part.images.first, try freshness.made(of: first) == nil { return false }
    let header = ShardManifestHeader(plan: plan.id, place, rows: part.rows)
    let writer = ManifestWriter(job.header, part.images, shard: header)
    do {
      // The shard's manifest isn't flushed: until the merged manifest exists, it can be written again.
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

  private func writeExports() throws {
    var whole = BatchPlan(images: [])
    for place in plan.places {
      let part = try plan.images(of: place, job.spec)
      whole.columns.append(part.columns, at: whole.images.count)
      whole.images += part.images
      for place in part.images.indices { whole.members.add(part.members.endings(ofImage: place)) }
      whole.splits += part.splits
    }
    whole.keypoints = plan.header.keypoints ?? []
    whole = whole.inSourceOrder
    _ = try ExportWriter(
      job.spec, whole, state, job.store, unless: stop, outcome: try job.freshness(in: state).outcome
    ).write()
  }
}
