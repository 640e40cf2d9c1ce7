import Planning
import Survey
import Synchronization
import System
import Workers

extension WorkerPool {
  /// What `work` gives for each of 0..<count, in that order, each thread with a renderer of its own and those in work
  /// within `memory`, of which number n takes `need(n)` bytes. Throws what stands in the way of all of them.
  package func map<Value: Sendable>(
    count: Int, within memory: MemoryBudget, need: @escaping @Sendable (Int) -> Int,
    renderer: @escaping @Sendable () -> any Renderer,
    _ work: @escaping @Sendable (Int, any Renderer) throws(Halt) -> Value
  ) throws(Halt) -> [Value] {
    Allocator.returnLargeBlocks()
    let course = Mutex(Course<Value>(values: Array(repeating: nil, count: count)))
    let schedule = Schedule(
      count: count, threads: max(1, min(width, count)), budget: memory.bytes, kept: BatchPlan.keptBytes,
      lasts: memory.lasts, need: need)
    let queue = ScheduleQueue(schedule) { course.withLock { $0.halt != nil } }
    run(threads: count) { thread in
      let renderer = renderer()
      while let number = queue.next(thread, leave: renderer.giveBack) {
        do throws(Halt) {
          let value = try work(number, renderer)
          course.withLock { $0.values[number] = value }
        } catch {
          course.withLock { $0.halt = $0.halt ?? error }
        }
      }
    }
    let (halt, values) = course.withLock { ($0.halt, $0.values) }
    if let halt { throw halt }
    return values.compactMap { $0 }
  }
}

/// What came of the images so far.
private struct Course<Value: Sendable>: Sendable {
  var halt: Halt?
  var values: [Value?]
}
