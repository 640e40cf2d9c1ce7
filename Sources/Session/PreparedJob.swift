import ImageModel
import JobFile
import Planning
import Reporting
import Running
import State
import Survey
import System

/// A job whose run lock this process holds, with its plan and the images that are left to make.
package struct PreparedJob {
  package let job: Job
  let state: JobState
  let plan: BatchPlan
  let freshness: Freshness
  /// The fingerprint of the job when it was planned: a hash of its sources, its text, and the versions of
  /// Upright and the libraries. Nil if the job can't have a fingerprint.
  let fingerprint: String?
  /// True if there is nothing to do, so that the job was not even planned.
  let isSettled: Bool
  /// The indices of images for which the run still has something to make, to report or to note.
  private(set) var places: [Int32] = []
  /// Those of ``places`` for which no output is made.
  private(set) var idle: Set<Int32> = []
  /// The disk space that the images at ``places`` need.
  private(set) var need: SpaceNeed
  /// The report on images that are done.
  package private(set) var report: RunReport
  /// The shard; nil for a whole job.
  let shard: Shard?
  /// The cost of reading each header; nil if this run doesn't measure it.
  var probes: ProbeRecord?

  /// One of the shards of a frozen plan.
  struct Shard {
    let place: ShardPlace
    /// The plan's ``FrozenPlan/id``.
    let plan: String
    /// The number of rows of the whole plan.
    let rows: Int
    /// The entry of `exports` for which the shard writes shards of an export; nil if it writes none.
    let export: Export?
  }

  /// The outputs that the survey made; nil if it made none.
  var ahead: MakingAhead?

  /// The manifest's absolute path.
  let manifest: String

  /// A job whose outputs were all done at the `end` of its last run. `images` is the number of its sources.
  init(settled job: Job, _ state: JobState, _ end: JournalEnd, images: Int, _ options: RunOptions)
    throws(SessionError)
  {
    try self.init(job, state, BatchPlan(images: []), fingerprint: nil, options, isSettled: true)
    report = RunReport(
      job: job.spec.name, reused: end.rows - end.filtered, filtered: end.filtered, older: end.older,
      images: images, manifest: job.manifestName)
  }

  init(
    _ job: Job, _ state: JobState, _ plan: BatchPlan, shard: Shard? = nil, fingerprint: String?,
    _ options: RunOptions, isSettled: Bool = false
  ) throws(SessionError) {
    self.shard = shard
    self.job = job
    self.state = state
    self.plan = plan
    self.fingerprint = fingerprint
    self.isSettled = isSettled
    need = SpaceNeed(shard.map { $0.export.map { [$0] } ?? [] } ?? job.spec.exports)
    do throws(Halted) { freshness = try job.freshness(in: state, options.renewal) } catch {
      throw SessionError(error.halt, file: job.file)
    }
    let manifest = shard.map { job.folders.shardManifest(job.spec, $0.place) } ?? job.folders.manifest
    self.manifest = manifest
    report = RunReport(
      job: job.spec.name, plan: plan, shard: shard?.place,
      manifest: options.only == nil ? JobFolders.shown(manifest, in: job.currentFolder) : nil)
  }

  /// Gives up the job. Removes outputs that were made ahead, and the state folder if it notes nothing.
  package func withdraw() { state.withdraw() }

  /// The size of the sources of all images at ``places``, in bytes.
  var bytes: Int { places.reduce(0) { $0 + (plan.images[Int($1)].bytes ?? 0) } }

  /// Finds the images that aren't done. Throws if files stand in the way and `existing` is `error`.
  mutating func survey() throws(SessionError) {
    var standing: [(entry: Int, path: String)] = []
    for (place, image) in plan.images.enumerated() {
      let state: ItemState
      do throws(SystemError) { state = try freshness.state(of: image) } catch {
        throw SessionError(Halt(error, writing: job.folders.state(job.spec)), file: job.file)
      }
      if let item = state.item, state.isDone, !state.isRenewed {
        var outcome = item.outcome(of: image)
        outcome.makers = state.makers
        report.add(image, outcome, tried: [])
      } else {
        places.append(Int32(clamping: place))
        if !state.outputs.contains(where: \.isToBeMade) { idle.insert(Int32(clamping: place)) }
        need.add(image, state.outputs, isMade: ahead?.made.has(image) == true)
      }
      for (output, state) in state.outputs.enumerated() where state == .kept {
        standing.append((job.spec.entryIndex(ofOutput: output, of: image), image.outputs[output].path ?? ""))
      }
    }
    if job.spec.existing == .error, !standing.isEmpty { throw job.refusal(standing: standing) }
  }
}
