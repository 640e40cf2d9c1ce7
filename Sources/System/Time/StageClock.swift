/// Adds up the costs of one image's stages. Only one thread may use a clock.
///
/// While a stage runs within another stage, the outer stage's time stands still. So the stages' times never
/// add up to more than the time that has passed.
package final class StageClock {
  private let now: () -> Int64
  private let heap: () -> Int
  /// Bytes of memory in use before the image was begun.
  private let before: Int
  /// The current stage, and the time at which it began.
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
  package func time<Value: ~Copyable, Failure>(
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

  /// Notes the memory in use now for each of `stages`; the largest note counts. The caller chooses the moment
  /// at which these stages use the most memory.
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
  package func time<Value: ~Copyable, Failure>(
    _ stage: Stage, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let clock = self else { return try body() }
    return try clock.time(stage, body)
  }
}
