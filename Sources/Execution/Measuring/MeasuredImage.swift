import ImageModel

/// What one image of a run took.
package struct MeasuredImage: Hashable, Sendable {
  /// The job's name.
  package var job: String
  /// The source, as in the manifest.
  package var source: String
  package var id: String
  /// The thread that had it made, from 1.
  package var worker: Int
  /// When that began, in nanoseconds of CLOCK_MONOTONIC.
  package var start: Int64
  /// How long it took, in nanoseconds: all stages but `probe`.
  package var wall: Int64
  package var stages: StageCosts
  /// Of resample graphs.
  package var graphs: Lookups
  /// Of memory for rows, planes and coefficients.
  package var buffers: Lookups

  package init(
    job: String, source: String, id: String, worker: Int, start: Int64, wall: Int64, stages: StageCosts,
    graphs: Lookups, buffers: Lookups
  ) {
    self.job = job
    self.source = source
    self.id = id
    self.worker = worker
    self.start = start
    self.wall = wall
    self.stages = stages
    self.graphs = graphs
    self.buffers = buffers
  }
}
