import Synchronization
import System
import Testing

/// Steps that threads run.
@Suite struct TaskQueueTests {
  @Test("Steps that add further steps are all run, by any number of threads", arguments: [1, 4])
  func chains(_ threads: Int) {
    let queue = TaskQueue()
    let sum = Mutex(0)
    let left = Mutex(50)
    @Sendable func step(_ number: Int) {
      sum.withLock { $0 += number }
      if number > 0 { return queue.add { step(number - 1) } }
      let rest = left.withLock { left in
        left -= 1
        return left
      }
      if rest == 0 { queue.end() }
    }
    for _ in 0..<50 { queue.add { step(10) } }
    ThreadPool(width: threads).run(threads: threads) { _ in queue.run() }
    // Each of 50 chains adds 10 + 9 + ... + 1.
    #expect(sum.withLock { $0 } == 50 * 55)
  }
}
