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
  /// What it took in all stages.
  package var measurement: RenderMeasurement

  package init(
    job: String, source: String, id: String, worker: Int, start: Int64, wall: Int64,
    measurement: RenderMeasurement
  ) {
    self.job = job
    self.source = source
    self.id = id
    self.worker = worker
    self.start = start
    self.wall = wall
    self.measurement = measurement
  }
}
