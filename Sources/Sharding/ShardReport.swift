import JSON
import Reporting

/// The states of a plan's shards. `--json` prints it.
package struct ShardReport: Hashable, Sendable, JSONObject {
  package let job: String
  private let states: [ShardState]

  package init(job: String, _ states: [ShardState]) {
    self.job = job
    self.states = states
  }

  /// Text for people. Each state except `done` gets a line with its shards in Slurm's notation, if it has
  /// shards. The last line counts the shards in each state.
  package var lines: String {
    let others = ShardState.allCases.filter { $0 != .done && count($0) > 0 }
    let counts = ShardState.allCases.map { "\(count($0)) \($0.rawValue)" }
    return others.map { "\($0.rawValue) \(range([$0]))\n" }.joined()
      + "\(job): \(states.count.counted("shard")), \(counts.joined(separator: ", "))".shown + "\n"
  }

  private func count(_ state: ShardState) -> Int { states.count { $0 == state } }

  private func range(_ wanted: Set<ShardState>) -> String {
    TaskRange.text(states.indices.filter { wanted.contains(states[$0]) })
  }

  /// An object with the number of shards, the number of done shards, and the other shards in Slurm's
  /// notation. `rerun` has the missing and the failed shards.
  package func writeFields(to json: inout JSONWriter) {
    json.field("job", job)
    json.field("shards", states.count)
    json.field("done", count(.done))
    for state in [ShardState.running, .missing, .failed] { json.field(state.rawValue, range([state])) }
    json.field("rerun", range([.missing, .failed]))
  }
}
