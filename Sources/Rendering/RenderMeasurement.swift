import ImageModel
import Planning
import System

/// What images took. Whoever renders one measures it, and says nothing of `probe` and `wait`.
package struct RenderMeasurement: Hashable, Sendable {
  package var stages = StageCosts()
  /// Of resample graphs.
  package var graphs = Lookups()
  /// Of memory for rows, planes and coefficients.
  package var buffers = Lookups()

  package init() {}

  /// Adds times and counts, and keeps the larger of each two numbers of bytes.
  package mutating func add(_ other: RenderMeasurement) {
    stages.add(other.stages)
    graphs = graphs + other.graphs
    buffers = buffers + other.buffers
  }
}
