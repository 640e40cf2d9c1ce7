import JobFile
import Planning
import Reporting
import State

/// The state of a shard.
package enum ShardState: String, Hashable, Sendable, CaseIterable {
  /// The shard's manifest exists.
  case done
  /// A process is running the shard.
  case running
  /// The shard was never begun, or not begun since the job was planned again.
  case missing
  /// The shard was begun and ended without a manifest, or its manifest is damaged.
  case failed
}

extension FrozenPlan {
  /// The state of each shard, from the files below the output root. Throws if they can't be read.
  package func states(_ job: JobSpec, _ folders: JobFolders) throws(FrozenFault) -> [ShardState] {
    var states: [ShardState] = []
    for place in places { states.append(try state(of: place, job, folders)) }
    return states
  }

  /// The header of the shard's manifest at `path`; nil if there is none.
  package static func shardHeader(_ path: String) throws(FrozenFault) -> ShardManifestHeader? {
    try ShardRows(path)?.header
  }

  private func state(
    of place: ShardPlace, _ job: JobSpec, _ folders: JobFolders
  ) throws(FrozenFault) -> ShardState {
    let folder = folders.state(job, .shard(place))
    if RunLock.isHeld(in: folder) { return .running }
    let manifest = folders.shardManifest(job, place)
    do throws(FrozenFault) {
      if let header = try Self.shardHeader(manifest) { return header.plan == id ? .done : .missing }
    } catch {
      if error.system != nil { throw error }
      return .failed
    }
    return JobState.isBegun(in: folder) ? .failed : .missing
  }
}

/// Numbers in Slurm's notation for tasks of an array: `0,3-5`.
package enum TaskRange {
  /// The text of numbers in ascending order; empty if there are none.
  package static func text(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }
}
