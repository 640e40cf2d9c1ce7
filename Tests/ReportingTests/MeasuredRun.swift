import ImageModel
import Rendering
import System

/// Two images of a run that began at 1,000,000 ns: an upright one, and one that came of nothing.
enum MeasuredRun {
  static let start: Int64 = 1_000_000

  static let images: [MeasuredImage] = {
    var stages = StageCosts()
    stages[.probe] = StageCost(nanoseconds: 900, bytes: 16384)
    stages[.read] = StageCost(nanoseconds: 1001, bytes: 70_000)
    stages[.decode] = StageCost(nanoseconds: 20_000, bytes: 900_000)
    stages[.resample] = StageCost(nanoseconds: 3000, bytes: 900_001)
    stages[.encode] = StageCost(nanoseconds: 400, bytes: 5)
    stages[.write] = StageCost(nanoseconds: 50, bytes: 6)
    stages[.wait] = StageCost(nanoseconds: 6, bytes: 0)
    var failed = StageCosts()
    failed[.probe] = StageCost(nanoseconds: 100, bytes: 20000)
    failed[.wait] = StageCost(nanoseconds: 12_000_000, bytes: 0)
    return [
      MeasuredImage(
        job: "nightly", source: "a/\u{E9}\"1.jpg", id: "\u{E9}\"1", worker: 2, start: 3_000_250, wall: 24_457,
        measurement: measurement(stages, Lookups(hits: 7, misses: 2), Lookups(hits: 8, misses: 1))),
      MeasuredImage(
        job: "other", source: "b.jpg", id: "b", worker: 1, start: 3_100_000, wall: 12_000_000,
        measurement: measurement(failed, Lookups(hits: 1, misses: 3), Lookups())),
    ]
  }()

  private static func measurement(
    _ stages: StageCosts, _ filters: Lookups, _ buffers: Lookups
  ) -> RenderMeasurement {
    var measurement = RenderMeasurement()
    (measurement.stages, measurement.filters, measurement.buffers) = (stages, filters, buffers)
    return measurement
  }
}
