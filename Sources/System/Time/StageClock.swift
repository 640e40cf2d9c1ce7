/// Adds up what the stages of one image take. Used by one thread.
///
/// A stage within another one has its time to itself: the outer one's stands still meanwhile. So the stages together
/// never have more time than has passed.
package final class StageClock {
  private let now: () -> Int64
  private let heap: () -> Int
  /// Bytes in use before the image.
  private let before: Int
  /// The stage under way, and since when.
  private var current: (stage: Stage, since: Int64)?
  /// What the stages that have ended took so far.
  package private(set) var costs = StageCosts()

  /// A clock by these two: the time in nanoseconds, and the bytes of memory in use.
  package init(
    now: @escaping () -> Int64 = MonotonicClock.now, heap: @escaping () -> Int = { Allocator.bytesInUse }
  ) {
    self.now = now
    self.heap = heap
    before = heap()
  }

  /// Does `body` as `stage`.
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

  /// Notes the memory in use for `stages`, which are at their fullest now.
  package func sample(_ stages: Stage...) {
    let bytes = heap() - before
    for stage in stages { costs[stage].bytes = max(costs[stage].bytes, bytes) }
  }

  /// Takes time that was measured otherwise from one stage, which has had it, to another.
  package func move(_ nanoseconds: Int64, from source: Stage, to target: Stage) {
    costs[source].nanoseconds -= nanoseconds
    costs[target].nanoseconds += nanoseconds
  }
}

extension StageClock? {
  /// Does `body` as `stage`; without a clock, `body` alone.
  package func time<Value, Failure>(
    _ stage: Stage, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let clock = self else { return try body() }
    return try clock.time(stage, body)
  }
}
