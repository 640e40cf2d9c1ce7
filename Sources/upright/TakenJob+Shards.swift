import Planning
import Rendering
import Reporting
import Running
import Sharding
import State
import System

extension TakenJob {
  /// Takes a shard of a frozen plan in hand, and looks what of it is done. Throws, having said why, where that can't be
  /// done.
  static func take(
    _ place: ShardPlace, of frozen: FrozenPlan, _ job: LoadedJob, _ reuse: ReuseOptions,
    waiting seconds: Double, unless stop: StopRequest
  ) throws(ExitStatus) -> TakenJob {
    let plan: BatchPlan
    do throws(FrozenFault) { plan = try frozen.images(of: place, job.spec) } catch {
      throw FrozenPlan.tell(error, frozen.file)
    }
    if let changed = job.folders.firstChanged(plan.images) {
      throw frozen.refuse("'\(changed.source)' has changed since it was planned: plan again")
    }
    if job.spec.sandbox == .require { try checkSandbox(job) }
    let state: JobState
    do throws(StateRefusal) {
      state = try JobState(job.spec, job.folders, part: .shard(place), waiting: seconds, unless: stop)
    } catch { throw tell(error, job, stop) }
    tellDamage(state.journal.droppedBytes, job, .shard(place))
    do throws(ExitStatus) {
      let shard = Shard(
        place: place, plan: frozen.id, rows: frozen.header.rows, export: frozen.export(of: job.spec))
      var taken = TakenJob(job, state, plan, shard: shard, fingerprint: nil, reuse)
      try taken.look()
      return taken
    } catch {
      state.withdraw()
      throw error
    }
  }
}
