import Glibc
import Synchronization
import System
import Testing

@Suite struct ThreadPoolTests {
  @Test(arguments: [0, 1, 2, 3, 100], [-1, 0, 1, 2, 7]) func eachItemIsWorkedOffOnce(
    _ count: Int, _ width: Int
  ) {
    let seen = Mutex<[Int]>([])
    ThreadPool(width: width).run(count: count, state: {}) { _, item in seen.withLock { $0.append(item) } }
    #expect(seen.withLock { $0.sorted() } == Array(0..<count))
  }

  @Test func oneThreadTakesItemsInOrder() {
    let seen = Mutex<[Int]>([])
    ThreadPool(width: 1).run(count: 50, state: {}) { _, item in seen.withLock { $0.append(item) } }
    #expect(seen.withLock { $0 } == Array(0..<50))
  }

  @Test(arguments: [(1, 1), (4, 4), (4, 2), (2, 9), (0, 1), (-3, 1)]) func statesAreOneAThread(
    _ width: Int, _ count: Int
  ) {
    let made = Atomic<Int>(0)
    ThreadPool(width: width).run(count: count, state: { made.add(1, ordering: .relaxed) }) { _, _ in }
    #expect(made.load(ordering: .relaxed) == min(max(1, width), count))
  }

  /// Each thread's state is handed to no other.
  @Test func aStateStaysWithItsThread() {
    final class Own: Sendable {
      let busy = Atomic<Bool>(false)
    }
    let shared = Atomic<Int>(0)
    ThreadPool(width: 4).run(count: 2000, state: Own.init) { own, _ in
      if own.busy.exchange(true, ordering: .acquiring) { shared.add(1, ordering: .relaxed) }
      own.busy.store(false, ordering: .releasing)
    }
    #expect(shared.load(ordering: .relaxed) == 0)
  }

  /// Ends only when as many threads as the pool is wide are at work at once.
  @Test func asManyWorkAtOnceAsThePoolIsWide() {
    let begun = Atomic<Int>(0)
    ThreadPool(width: 3).run(count: 3, state: {}) { _, _ in
      begun.add(1, ordering: .sequentiallyConsistent)
      while begun.load(ordering: .sequentiallyConsistent) < 3 { sched_yield() }
    }
    #expect(begun.load(ordering: .relaxed) == 3)
  }

  @Test(arguments: [0, 1, 5, 1000]) func mapKeepsTheOrder(_ count: Int) {
    let expected = (0..<count).map { "item \($0) of \(count)" }
    for width in [1, 2, 8] {
      #expect(ThreadPool(width: width).map(count: count) { "item \($0) of \(count)" } == expected)
    }
  }

  @Test("An array is filled in any order, by several threads", arguments: [0, 1, 5, 1000])
  func filled(_ count: Int) {
    let array = [String](count: count) { set in
      ThreadPool(width: 4).run(count: count, state: {}) { _, item in
        set(count - 1 - item, "item \(count - 1 - item)")
      }
    }
    #expect(array == (0..<count).map { "item \($0)" })
  }
}
