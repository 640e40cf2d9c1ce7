import ImageModel
import Planning
import System

/// The time and memory of rendering images. A renderer measures all stages except `probe` and `wait`, which
/// stay empty.
package struct RenderMeasurement: Hashable, Sendable {
  package var stages = StageCosts()
  /// The number of times that a filter bank was needed: a kept bank was found, or a new one was made.
  package var filters = Lookups()
  /// Requests for memory for rows, planes and coefficients.
  package var buffers = Lookups()

  package init() {}

  /// Adds the times and counts of `other`. Keeps the larger number of bytes for each stage.
  package mutating func add(_ other: RenderMeasurement) {
    stages.add(other.stages)
    filters = filters + other.filters
    buffers = buffers + other.buffers
  }
}
