import ImageModel
import JobFile
import Planning
import Reporting
import State
import Survey
import System

/// A job that this process has taken in hand and planned, and what of it is done.
struct TakenJob {
  let job: LoadedJob
  let state: JobState
  let plan: BatchPlan
  let freshness: Freshness
  /// What the sources, the job file and the versions were when it was planned; nil where that isn't known.
  let fingerprint: String?
  /// True when nothing is to be done, so that it was not even planned.
  let isSettled: Bool
  /// Places of the images that aren't done, or have something to tell.
  private(set) var places: [Int32] = []
  /// What is to be written of those.
  private(set) var need: SpaceNeed
  /// What there is to tell of those that are.
  private(set) var report: RunReport
  /// The shard that it is; nil for a whole job.
  let shard: Shard?
  /// What reading the headers took; nil where nobody asked.
  var probes: ProbeRecord?

  /// One of the shards of a frozen plan.
  struct Shard {
    let place: ShardPlace
    /// The plan's ``FrozenPlan/id``.
    let plan: String
    /// Those of the whole plan.
    let rows: Int
    /// The entry of `exports` whose shards it writes; nil where it writes none.
    let export: Export?
  }

  /// Where the manifest goes.
  let manifest: String

  /// A job of which all outputs of `images` sources are done.
  init(settled job: LoadedJob, _ state: JobState, images: Int, _ reuse: ReuseOptions) {
    self.init(job, state, BatchPlan(images: []), fingerprint: nil, reuse, isSettled: true)
    report = RunReport(
      job: job.spec.name, reused: images * job.spec.outputs.count, images: images, manifest: job.manifestName)
  }

  init(
    _ job: LoadedJob, _ state: JobState, _ plan: BatchPlan, shard: Shard? = nil, fingerprint: String?,
    _ reuse: ReuseOptions, isSettled: Bool = false
  ) {
    self.shard = shard
    self.job = job
    self.state = state
    self.plan = plan
    self.fingerprint = fingerprint
    self.isSettled = isSettled
    need = SpaceNeed(shard.map { $0.export.map { [$0] } ?? [] } ?? job.spec.exports)
    freshness = Freshness(
      job.folders, state.journal, tree: state.tree, versions: job.header.versions,
      existing: job.spec.existing,
      renewal: reuse.renewal)
    let manifest = shard.map { job.folders.shardManifest(job.spec, $0.place) } ?? job.folders.manifest
    self.manifest = manifest
    report = RunReport(
      job: job.spec.name, plan: plan, shard: shard?.place,
      manifest: reuse.only == nil ? Console.shown(manifest) : nil)
  }

  /// The progress of its run, which begins now.
  var progress: Progress {
    let bytes = places.reduce(0) { $0 + (plan.images[Int($1)].bytes ?? 0) }
    return Progress(total: places.count, bytes: bytes, now: MonotonicClock.now())
  }

  /// Looks which images are done. Returns the outputs in whose places files stand that the job did not make.
  mutating func survey() throws(Halt) -> [(image: Int, output: Int)] {
    var kept: [(Int, Int)] = []
    for (place, image) in plan.images.enumerated() {
      let standing: ItemState
      do throws(SystemError) { standing = try freshness.state(of: image) } catch {
        throw Halt(error, writing: job.folders.state(job.spec))
      }
      if let item = standing.item, standing.isDone, !standing.isRenewed {
        report.add(image, item.outcome(of: image), tried: [])
      } else {
        places.append(Int32(clamping: place))
        need.add(image, standing.outputs)
      }
      for (output, state) in standing.outputs.enumerated() where state == .kept {
        kept.append((place, output))
      }
    }
    return kept
  }
}
