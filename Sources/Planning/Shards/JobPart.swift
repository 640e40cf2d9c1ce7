/// The part of a job that one process runs.
package enum JobPart: Hashable, Sendable {
  /// The whole job.
  case whole
  /// A shard of a plan.
  case shard(ShardPlace)
  /// The items that the `upright worker` with this number makes.
  case worker(Int)

  /// The path of the part's state folder below `.upright`.
  package func state(of job: String) -> String {
    switch self {
    case .whole: job
    case .shard(let place): "\(job)/shards/\(place.index)-of-\(place.count)"
    case .worker(let number): "\(job)/workers/\(number)"
    }
  }

  /// The folders below `.upright` that hold the state folders of a job's shards and workers.
  package static func parents(of job: String) -> [String] { ["\(job)/shards", "\(job)/workers"] }
}
