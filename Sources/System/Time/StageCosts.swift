/// The cost of one stage.
package struct StageCost: Hashable, Sendable {
  /// Time, in nanoseconds.
  package var nanoseconds: Int64
  /// The peak of memory in use, beyond the bytes in use before the image.
  package var bytes: Int

  package init(nanoseconds: Int64 = 0, bytes: Int = 0) {
    self.nanoseconds = nanoseconds
    self.bytes = bytes
  }
}

/// The cost of each stage; 0 at first.
package struct StageCosts: Hashable, Sendable {
  private var costs = [StageCost](repeating: StageCost(), count: Stage.allCases.count)

  package init() {}

  package subscript(stage: Stage) -> StageCost {
    get { costs[stage.place] }
    set { costs[stage.place] = newValue }
  }

  /// The time of all stages, in nanoseconds.
  package var nanoseconds: Int64 { costs.reduce(0) { $0 + $1.nanoseconds } }

  /// Adds times, and keeps the larger number of bytes of each stage.
  package mutating func add(_ other: StageCosts) {
    for stage in Stage.allCases {
      self[stage].nanoseconds += other[stage].nanoseconds
      self[stage].bytes = max(self[stage].bytes, other[stage].bytes)
    }
  }
}
