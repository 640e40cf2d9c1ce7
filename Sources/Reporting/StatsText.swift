import ImageModel
import JSON
import Rendering
import System

/// The costs of a run's images, one JSON object a line.
package enum StatsText {
  /// The line about one image, including its line end. The run began at `start`, in nanoseconds of
  /// CLOCK_MONOTONIC.
  package static func line(_ image: MeasuredImage, since start: Int64) throws -> String {
    try JSONText.encode(Line(image: image, start: image.start - start)) + "\n"
  }

  /// The last line, including its line end.
  package static func line(_ totals: RunTotals) throws -> String {
    try JSONText.encode(LastLine(totals: totals)) + "\n"
  }

  private struct Line: JSONObject {
    let image: MeasuredImage
    let start: Int64

    func writeFields(to json: inout JSONWriter) {
      json.field("job", image.job)
      json.field("source", image.source)
      json.field("id", image.id)
      json.field("worker", image.worker)
      json.field("start_ns", start)
      json.field("wall_ns", image.wall)
      image.measurement.writeFields(to: &json)
    }
  }

  private struct LastLine: JSONWritable {
    let totals: RunTotals

    func write(to json: inout JSONWriter) { json.object { $0.field("totals", totals) } }
  }
}

/// The costs of a whole run.
package struct RunTotals: Hashable, Sendable {
  /// The number of images in the run's jobs.
  package var images = 0
  /// The number of rendered images.
  package private(set) var rendered = 0
  /// The run's time, in nanoseconds.
  package var wall: Int64 = 0
  /// The use of the network; nil if nothing was requested.
  package var network: NetworkUse?
  package var processorTime = ProcessorTimes(process: 0, children: 0)
  /// The sums of all images' times and counts, and the largest number of bytes in each stage.
  package private(set) var measurement = RenderMeasurement()

  /// Empty totals.
  package init() {}

  /// Counts an image.
  package mutating func add(_ image: MeasuredImage) {
    rendered += 1
    measurement.add(image.measurement)
  }
}

/// Processor time, in nanoseconds.
package struct ProcessorTimes: Hashable, Sendable {
  /// Time of this process.
  package var process: Int64
  /// Time of the worker processes, which have all ended.
  package var children: Int64

  package init(process: Int64, children: Int64) {
    self.process = process
    self.children = children
  }
}

extension RunTotals: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("images", images)
    json.field("rendered", rendered)
    json.field("wall_ns", wall)
    json.field("cpu_ns", processorTime)
    json.fieldIfPresent("network", network)
    measurement.writeFields(to: &json)
  }
}

extension ProcessorTimes: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("process", process)
    json.field("children", children)
  }
}

extension RenderMeasurement {
  /// Adds `stages`, `filters` and `buffers` to an object that has other fields too.
  fileprivate func writeFields(to json: inout JSONWriter) {
    json.field("stages", stages)
    json.field("filters", filters)
    json.field("buffers", buffers)
  }
}

extension StageCosts: JSONObject {
  /// An object with all stages by their names.
  package func writeFields(to json: inout JSONWriter) {
    for stage in Stage.allCases { json.field(stage.rawValue, self[stage]) }
  }
}

extension StageCost: JSONObject {
  /// An object with `ns` and `bytes`.
  package func writeFields(to json: inout JSONWriter) {
    json.field("ns", nanoseconds)
    json.field("bytes", bytes)
  }
}

extension Lookups: JSONObject {
  /// An object with `hits` and `misses`.
  package func writeFields(to json: inout JSONWriter) {
    json.field("hits", hits)
    json.field("misses", misses)
  }
}
