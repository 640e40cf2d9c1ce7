import Rendering
import System

/// The file behind `--trace`. Its memory doesn't grow with the number of images.
package final class TraceFile {
  private let file: GrowingFile
  private let start: Int64
  /// The highest thread number of all images so far.
  private var workers = 0

  /// Begins the file at `path` for a run that began at `start`, in nanoseconds of CLOCK_MONOTONIC.
  package init(_ path: String, since start: Int64) throws(SystemError) {
    file = try GrowingFile(path)
    self.start = start
    file.append("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n" + TraceText.head.joined(separator: ",\n"))
  }

  /// Notes that planning was over at `end`, in nanoseconds of CLOCK_MONOTONIC.
  package func addPlanning(until end: Int64) { append([TraceText.planning(end - start)]) }

  /// Writes an image's events.
  package func add(_ image: MeasuredImage) {
    let isNew = image.worker > workers
    if isNew { append((workers + 1...image.worker).map(TraceText.track)) }
    workers = max(workers, image.worker)
    append(TraceText.events(image, since: start))
  }

  private func append(_ events: [String]) { for event in events { file.append(",\n" + event) } }

  /// Ends the list, and puts the file in its place.
  package func finish() throws(SystemError) {
    file.append("\n]}\n")
    try file.finish()
  }
}
