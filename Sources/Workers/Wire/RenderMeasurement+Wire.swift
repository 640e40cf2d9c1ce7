import ImageModel
import Planning
import Rendering
import System

/// The largest costs that a worker process may report for an image.
package struct MeasurementBounds: Hashable, Sendable {
  /// The time of all stages, in nanoseconds.
  package var nanoseconds: Int64
  /// The memory of one stage, in bytes.
  var bytes: Int
  /// The number of lookups of filter banks. The number of lookups of buffers has the same bound.
  package var lookups: Int

  /// Nanoseconds by which the clocks of two processors may differ.
  private static let slack: Int64 = 1_000_000

  /// Bounds for the image of `plan`. The parent waited `nanoseconds` for it, and the worker process may
  /// have `bytes` of memory.
  package init(_ plan: ImagePlan, waited nanoseconds: Int64, bytes: Int) {
    self.nanoseconds = nanoseconds + Self.slack
    self.bytes = bytes
    // Each channel of an output takes five buffers: strip, rows, content, turned content and placed content.
    // Strip and rows count twice, because libjpeg may replace the first decoder. A decode takes two buffers,
    // for coefficients and a strip. An animation takes these buffers for each frame.
    lookups = plan.outputs.reduce(0) { sum, output in
      sum + (3 * (5 + 2) + 2) * (output.frames ?? 1) * (output.format?.framePasses ?? 1)
    }
  }
}

extension RenderMeasurement {
  /// Appends time and memory of each stage, in 8 bytes each. Then appends the hits and misses in lookups of
  /// filter banks, and those in lookups of buffers, in 4 bytes each.
  func write(to writer: inout ByteWriter) {
    for stage in Stage.allCases {
      writer.number(stages[stage].nanoseconds)
      writer.number(stages[stage].bytes)
    }
    for lookups in [filters, buffers] {
      writer.number(UInt32(clamping: lookups.hits))
      writer.number(UInt32(clamping: lookups.misses))
    }
  }

  /// Reads what ``write(to:)`` wrote. Throws if a value exceeds `bounds`.
  init(from reader: inout ByteReader, within bounds: MeasurementBounds) throws(WireError) {
    self.init()
    var left = bounds.nanoseconds
    for stage in Stage.allCases {
      let cost = StageCost(nanoseconds: try reader.number(), bytes: try reader.number())
      guard cost == StageCost() || Stage.rendering.contains(stage) else { throw .wrong("stage") }
      guard (0...max(0, left)).contains(cost.nanoseconds) else { throw .wrong("stage's time") }
      guard (0...bounds.bytes).contains(cost.bytes) else { throw .wrong("stage's memory") }
      left -= cost.nanoseconds
      stages[stage] = cost
    }
    filters = try Self.lookups(from: &reader, atMost: bounds.lookups)
    buffers = try Self.lookups(from: &reader, atMost: bounds.lookups)
  }

  private static func lookups(from reader: inout ByteReader, atMost most: Int) throws(WireError) -> Lookups {
    let (hits, misses) = (try reader.number(UInt32.self), try reader.number(UInt32.self))
    guard UInt64(hits) + UInt64(misses) <= UInt64(most) else { throw .wrong("count of lookups") }
    return Lookups(hits: Int(hits), misses: Int(misses))
  }
}
