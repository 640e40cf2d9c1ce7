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
    case .worker(let number): "\(job)/workers/\(number)"
    }
  }

  /// The folders that the state folders of all parts of a job are in.
  package static func parents(of job: String) -> [String] { ["\(job)/shards", "\(job)/workers"] }
}
