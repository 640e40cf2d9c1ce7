import ImageModel
import Planning

/// What rendering an image took, as whoever rendered it measured it: nothing is said of `probe` and `wait`.
package struct RenderMeasurement: Hashable, Sendable {
  package var stages = StageCosts()
  package var graphs = GraphLookups()

  package init() {}
}

/// How often resample graphs were asked for.
package struct GraphLookups: Hashable, Sendable {
  /// Times that the graph was there.
  package var hits: Int
  /// Times that it was built.
  package var misses: Int

  package init(hits: Int = 0, misses: Int = 0) {
    self.hits = hits
    self.misses = misses
  }
}

/// How much a worker may say that an image took.
package struct MeasurementBounds: Hashable, Sendable {
  /// The time of all stages, in nanoseconds.
  var nanoseconds: Int64
  /// The memory of one stage, in bytes.
  var bytes: Int
  /// Resample graphs asked for.
  var lookups: Int

  /// What two processors' clocks may differ by, in nanoseconds.
  private static let slack: Int64 = 1_000_000

  /// Bounds for the image of `plan`, for which the parent waited so long, in a worker that may have so many bytes.
  package init(_ plan: ImagePlan, waited nanoseconds: Int64, bytes: Int) {
    self.nanoseconds = nanoseconds + Self.slack
    self.bytes = bytes
    // For each output and plane at most one for each row and one for the columns.
    lookups = plan.outputs.count * 3 * ((plan.storedSize?.height ?? 0) + 1)
  }
}

extension RenderMeasurement {
  /// Appends, for each stage, time (8) and memory (8), then hits (4) and misses (4).
  func write(to writer: inout ByteWriter) {
    for stage in Stage.allCases {
      writer.number(stages[stage].nanoseconds)
      writer.number(stages[stage].bytes)
    }
    writer.number(UInt32(clamping: graphs.hits))
    writer.number(UInt32(clamping: graphs.misses))
  }

  /// Reads what ``write(to:)`` wrote. Throws where it is beyond `bounds`.
  init(from reader: inout ByteReader, within bounds: MeasurementBounds) throws(WireError) {
    var left = bounds.nanoseconds
    for stage in Stage.allCases {
      let cost = StageCost(nanoseconds: try reader.number(), bytes: try reader.number())
      guard cost == StageCost() || Stage.rendering.contains(stage) else { throw .wrong("stage") }
      guard (0...max(0, left)).contains(cost.nanoseconds) else { throw .wrong("stage's time") }
      guard (0...bounds.bytes).contains(cost.bytes) else { throw .wrong("stage's memory") }
      left -= cost.nanoseconds
      stages[stage] = cost
    }
    graphs.hits = Int(try reader.number(UInt32.self))
    graphs.misses = Int(try reader.number(UInt32.self))
    guard graphs.hits + graphs.misses <= bounds.lookups else { throw .wrong("graph count") }
  }
}
