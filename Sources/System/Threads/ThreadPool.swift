import Glibc
import Synchronization

/// Threads that work through numbered items. Only this type knows how many threads a batch uses.
package struct ThreadPool: Sendable {
  /// The most threads.
  package let width: Int

  package init(width: Int) { self.width = max(1, width) }

  /// This pool with fewer threads, if the limit of open files requires it. Each image has up to `outputs`
  /// outputs.
  package func limited(outputs: Int) -> ThreadPool {
    ThreadPool(width: min(width, OpenFileLimit.images(outputs: outputs)))
  }

  /// Calls `work` with each number of 0..<`count`. The calls start in ascending order. Each thread makes a
  /// state of its own, and passes it to its calls.
  ///
  /// Returns when all calls have ended; the calling thread only waits. If a thread can't be started, the
  /// other threads do its share. If no thread can be started, the calling thread does everything.
  package func run<State>(
    count: Int, state: @escaping @Sendable () -> State, work: @escaping @Sendable (State, Int) -> Void
  ) {
    let queue = Queue(count: count)
    run(threads: count) { _ in
      let own = state()
      while let item = queue.next() { work(own, item) }
    }
  }

  /// Calls `work` with each of 0..<`threads`, each call on a thread of its own. There are at most as many
  /// threads as the pool's width.
  ///
  /// Returns when all calls have ended. A thread that can't be started is left out. If no thread can be
  /// started, the calling thread does the work of number 0.
  package func run(threads: Int, work: @escaping @Sendable (Int) -> Void) {
    let started = (0..<min(width, threads)).compactMap { number in
      try? SystemThread.start { work(number) }
    }
    if started.isEmpty { work(0) }
    for thread in started { pthread_join(thread, nil) }
  }

  /// The values of `body` for 0..<count, in that order.
  package func map<Value: Sendable>(count: Int, _ body: @escaping @Sendable (Int) -> Value) -> [Value] {
    [Value](count: count) { set in run(count: count, state: {}) { _, item in set(item, body(item)) } }
  }

  private final class Queue: Sendable {
    private let count: Int
    private let taken = Atomic<Int>(0)

    init(count: Int) { self.count = count }

    func next() -> Int? {
      let item = taken.wrappingAdd(1, ordering: .relaxed).oldValue
      return item < count ? item : nil
    }
  }
}

extension Array where Element: Sendable {
  /// An array of `count` elements. `fill` calls its argument with each place and its element, once for each place, in
  /// any order and on any threads, before it returns.
  package init(count: Int, filledBy fill: (_ set: @escaping @Sendable (Int, Element) -> Void) -> Void) {
    let places = Atomic<Int>(0)
    self.init(unsafeUninitializedCapacity: count) { buffer, filled in
      // The compiler counts a pointer as unsafe. One thread writes each element once, before this closure
      // returns.
      nonisolated(unsafe) let memory = buffer
      fill { place, element in
        memory.initializeElement(at: place, to: element)
        places.wrappingAdd(1, ordering: .relaxed)
      }
      precondition(places.load(ordering: .relaxed) == count, "an element is missing")
      filled = count
    }
  }
}
