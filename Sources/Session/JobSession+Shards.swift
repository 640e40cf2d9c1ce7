import Planning
import Rendering
import Reporting
import Sharding
import State
import System

extension JobSession {
  /// Locks a shard of a frozen plan, and finds the images that are left to make.
  package func prepare(
    _ place: ShardPlace, of frozen: FrozenPlan, _ job: Job, _ options: RunOptions = RunOptions(),
    waiting seconds: Double = 0
  ) throws(SessionError) -> PreparedJob {
    let plan: BatchPlan
    do throws(FrozenFault) { plan = try frozen.images(of: place, job.spec) } catch {
      throw SessionError(error, frozen.file)
    }
    if options.renewal.distrustsArchives { job.store.scanArchivesAnew() }
    if let changed = job.store.firstChanged(plan.images) {
      throw frozen.refusal("'\(changed.source)' has changed since it was planned: plan again")
    }
    if job.spec.sandbox == .require { try checkSandbox(job) }
    let state: JobState
    do throws(StateRefusal) {
      state = try job.state(.shard(place), waiting: seconds, unless: stop)
    } catch { throw SessionError(error, job, stop) }
    warnOfDamage(state, job, .shard(place))
    do throws(SessionError) {
      let shard = PreparedJob.Shard(
        place: place, plan: frozen.id, rows: frozen.header.rows, export: frozen.export(of: job.spec))
      var prepared = try PreparedJob(job, state, plan, shard: shard, fingerprint: nil, options)
      try prepared.survey()
      return prepared
    } catch {
      state.withdraw()
      throw error
    }
  }
}
