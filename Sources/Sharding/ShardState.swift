import JobFile
import Planning
import Reporting
import State

/// How far a shard of a plan is.
package enum ShardState: String, Hashable, Sendable, CaseIterable {
  /// It has its manifest.
  case done
  /// A process runs it.
  case running
  /// Never begun, or not since it was planned anew.
  case missing
  /// Begun, and ended before it had its manifest; or that is damaged.
  case failed
}

extension FrozenPlan {
  /// How far each shard is, whose state lies below the output root. Throws where that can't be looked at.
  package func states(_ job: JobSpec, _ folders: JobFolders) throws(FrozenFault) -> [ShardState] {
    var states: [ShardState] = []
    for place in places { states.append(try state(of: place, job, folders)) }
    return states
  }

  /// The header of the shard's manifest at `path`; nil where there is none.
  package static func shardHeader(_ path: String) throws(FrozenFault) -> ShardManifestHeader? {
    try ShardRows(path)?.header
  }

  private func state(
    of place: ShardPlace, _ job: JobSpec, _ folders: JobFolders
  ) throws(FrozenFault) -> ShardState {
    let folder = folders.state(job, .shard(place))
    if JobLock.isHeld(in: folder) { return .running }
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

/// Numbers as Slurm writes the tasks of an array: `0,3-5`.
package enum TaskRange {
  /// The text of numbers in ascending order; empty where there are none.
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
