/// What one process runs of a job.
package enum JobPart: Hashable, Sendable {
  /// All of it, alone.
  case whole
  /// A shard of a plan.
  case shard(ShardPlace)
  /// The items of a plan that are fed to a worker, which has this number.
  case worker(Int)

  /// The name of the state folder, beside those of jobs.
  package func state(of job: String) -> String {
    switch self {
    case .whole: job
    case .shard(let place): "\(job)/shards/\(place.index)-of-\(place.count)"
    case .worker(let number): "\(JobPart.workers(of: job))/\(number)"
    }
  }

  /// The folder of the state folders of workers.
  package static func workers(of job: String) -> String { "\(job)/workers" }
}
