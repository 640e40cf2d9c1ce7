import Execution

/// What the images of a run took, a JSON object a line.
package enum StatsText {
  /// The line about one image of a run that began at `start`, in nanoseconds of CLOCK_MONOTONIC; with its line end.
  package static func line(_ image: MeasuredImage, since start: Int64) throws -> String {
    try JSONText.encode(Line(image, since: start)) + "\n"
  }

  /// The last line, with its line end.
  package static func line(_ totals: RunTotals) throws -> String {
    try JSONText.encode(["totals": totals]) + "\n"
  }

  private struct Line: Encodable {
    let job: String
    let source: String
    let id: String
    let worker: Int
    let start: Int64
    let wall: Int64
    let stages: StageCosts
    let graphs: GraphLookups

    enum CodingKeys: String, CodingKey {
      case job, source, id, worker
      case start = "start_ns"
      case wall = "wall_ns"
      case stages, graphs
    }

    init(_ image: MeasuredImage, since start: Int64) {
      job = image.job
      source = image.source
      id = image.id
      worker = image.worker
      self.start = image.start - start
      wall = image.wall
      stages = image.stages
      graphs = image.graphs
    }
  }
}

/// What a whole run took.
package struct RunTotals: Encodable, Hashable, Sendable {
  /// Sources of the run's jobs.
  package var images: Int
  /// Images that were rendered.
  package private(set) var rendered = 0
  /// The run's time, in nanoseconds.
  package var wall: Int64
  package var processorTime: ProcessorTimes
  /// Times of all images together, and the most bytes of any.
  package private(set) var stages = StageCosts()
  package private(set) var graphs = GraphLookups()

  package enum CodingKeys: String, CodingKey {
    case images, rendered
    case wall = "wall_ns"
    case processorTime = "cpu_ns"
    case stages, graphs
  }

  /// Totals of nothing yet.
  package init() {
    images = 0
    wall = 0
    processorTime = ProcessorTimes(process: 0, children: 0)
  }

  /// Counts an image.
  package mutating func add(_ image: MeasuredImage) {
    rendered += 1
    stages.add(image.stages)
    graphs.hits += image.graphs.hits
    graphs.misses += image.graphs.misses
  }
}

/// Processor time, in nanoseconds.
package struct ProcessorTimes: Encodable, Hashable, Sendable {
  /// Of this process.
  package var process: Int64
  /// Of the workers, all of which have ended.
  package var children: Int64

  package init(process: Int64, children: Int64) {
    self.process = process
    self.children = children
  }
}

extension StageCosts: Encodable {
  /// An object with all stages by their names.
  package func encode(to encoder: any Encoder) throws {
    var stages = encoder.container(keyedBy: Stage.self)
    for stage in Stage.allCases { try stages.encode(self[stage], forKey: stage) }
  }
}

extension StageCost: Encodable {
  private enum CodingKeys: String, CodingKey {
    case nanoseconds = "ns"
    case bytes
  }

  /// An object with `ns` and `bytes`.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(nanoseconds, forKey: .nanoseconds)
    try container.encode(bytes, forKey: .bytes)
  }
}
