import Rendering
import System

/// The file behind `--stats`: a line for each image, then the totals. Only the totals are in memory.
package final class StatsFile {
  private let file: GrowingFile
  private let start: Int64
  private var totals = RunTotals()

  /// Begins the file at `path` for a run that began at `start`, in nanoseconds of CLOCK_MONOTONIC.
  package init(_ path: String, since start: Int64) throws(SystemError) {
    file = try GrowingFile(path)
    self.start = start
  }

  /// Writes the line about an image.
  package func add(_ image: MeasuredImage) {
    totals.add(image)
    if let line = try? StatsText.line(image, since: start) { file.append(line) }
  }

  /// Writes the totals of a run that ends at `end`, and puts the file in its place. `images` is the number of
  /// images in all jobs of the run.
  package func finish(
    images: Int, at end: Int64, _ times: ProcessorTimes, _ network: NetworkUse
  ) throws(SystemError) {
    totals.images = images
    totals.wall = end - start
    totals.processorTime = times
    totals.network = network.requests > 0 ? network : nil
    if let line = try? StatsText.line(totals) { file.append(line) }
    try file.finish()
  }
}
