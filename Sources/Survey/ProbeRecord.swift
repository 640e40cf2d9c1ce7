import Synchronization
import System

/// The costs of reading the headers of a job's sources, recorded by many threads.
package final class ProbeRecord: Sendable {
  private let costs = Mutex<[StageCost]>([])

  package init() {}

  /// Notes the cost of the source whose plan has this index. The first plan has index 1.
  package func note(_ cost: StageCost, of index: Int) {
    guard index > 0 else { return }
    costs.withLock { costs in
      while costs.count < index { costs.append(StageCost()) }
      costs[index - 1] = cost
    }
  }

  /// The cost of the source whose plan has this index.
  package func cost(of index: Int) -> StageCost {
    costs.withLock { $0.indices.contains(index - 1) ? $0[index - 1] : StageCost() }
  }
}
