/// The time and memory that one image of a run took.
package struct MeasuredImage: Hashable, Sendable {
  /// The job's name.
  package var job: String
  /// The source, as in the manifest.
  package var source: String
  package var id: String
  /// The number of the thread that worked on the image. Threads are counted from 1.
  package var worker: Int
  /// When the thread began to work on the image, in nanoseconds of CLOCK_MONOTONIC.
  package var start: Int64
  /// The time of all stages except `probe`, in nanoseconds.
  package var wall: Int64
  /// Time and memory of each stage.
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
