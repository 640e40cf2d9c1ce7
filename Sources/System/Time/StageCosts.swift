/// What one stage takes.
package struct StageCost: Hashable, Sendable {
  /// Time, in nanoseconds.
  package var nanoseconds: Int64
  /// Memory in use at its fullest beyond what was in use before the image, in bytes.
  package var bytes: Int

  package init(nanoseconds: Int64 = 0, bytes: Int = 0) {
    self.nanoseconds = nanoseconds
    self.bytes = bytes
  }
}

/// What each stage takes; nothing at first.
package struct StageCosts: Hashable, Sendable {
  private var costs = [StageCost](repeating: StageCost(), count: Stage.allCases.count)

  package init() {}

  package subscript(stage: Stage) -> StageCost {
    get { costs[stage.place] }
    set { costs[stage.place] = newValue }
  }

  /// The time of all stages, in nanoseconds.
  package var nanoseconds: Int64 { costs.reduce(0) { $0 + $1.nanoseconds } }

  /// Adds times, and keeps the larger of each two numbers of bytes.
  package mutating func add(_ other: StageCosts) {
    for stage in Stage.allCases {
      self[stage].nanoseconds += other[stage].nanoseconds
      self[stage].bytes = max(self[stage].bytes, other[stage].bytes)
    }
  }
}
