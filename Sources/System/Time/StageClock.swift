/// Adds up the costs of one image's stages. One thread uses it.
///
/// A stage within another one stops the outer one's time. So the stages together never take more time than
/// has passed.
package final class StageClock {
  private let now: () -> Int64
  private let heap: () -> Int
  /// Bytes in use before the image.
  private let before: Int
  /// The current stage, and its start.
  private var current: (stage: Stage, since: Int64)?
  /// The costs of the stages that have ended.
  package private(set) var costs = StageCosts()

  /// A clock that uses two functions: the time in nanoseconds, and the bytes of memory in use.
  package init(
    now: @escaping () -> Int64 = MonotonicClock.now, heap: @escaping () -> Int = { Allocator.bytesInUse }
  ) {
    self.now = now
    self.heap = heap
    before = heap()
  }

  /// Runs `body` as `stage`.
  package func time<Value, Failure>(
    _ stage: Stage, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let outer = current?.stage
    change(to: stage)
    defer { change(to: outer) }
    return try body()
  }

  private func change(to stage: Stage?) {
    let time = now()
    if let current { costs[current.stage].nanoseconds += time - current.since }
    current = stage.map { ($0, time) }
  }

  /// Notes the memory in use for `stages`, which are at their peak.
  package func sample(_ stages: Stage...) {
    let bytes = heap() - before
    for stage in stages { costs[stage].bytes = max(costs[stage].bytes, bytes) }
  }

  /// Moves time that was measured elsewhere from one stage to another.
  package func move(_ nanoseconds: Int64, from source: Stage, to target: Stage) {
    costs[source].nanoseconds -= nanoseconds
    costs[target].nanoseconds += nanoseconds
  }
}

extension StageClock? {
  /// Runs `body` as `stage`; without a clock, runs `body` alone.
  package func time<Value, Failure>(
    _ stage: Stage, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let clock = self else { return try body() }
    return try clock.time(stage, body)
  }
}
