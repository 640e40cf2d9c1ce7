import Glibc
import Synchronization

/// Threads that work off numbered items: the one place that knows how wide a batch runs.
package struct WorkerPool: Sendable {
  /// Threads at most.
  package let width: Int

  package init(width: Int) { self.width = max(1, width) }

  /// A pool no wider than open files allow, for images with so many outputs each.
  package func limited(outputs: Int) -> WorkerPool {
    WorkerPool(width: min(width, OpenFileLimit.images(outputs: outputs)))
  }

  /// Calls `work` for each of 0..<count, in order of starting, with a state that each thread makes for itself.
  ///
  /// Returns when all have ended; the caller's thread only waits. Where a thread can't be had, the others do its
  /// share; where none can, the caller's thread does it all.
  package func run<State>(
    count: Int, state: @escaping @Sendable () -> State, work: @escaping @Sendable (State, Int) -> Void
  ) {
    let queue = Queue(count: count)
    run(threads: count) { _ in
      let own = state()
      while let item = queue.next() { work(own, item) }
    }
  }

  /// Calls `work` with each of 0..<`threads`, but no more than the pool is wide, all at once on threads of their own.
  ///
  /// Returns when all have ended. A thread that can't be had is left out; where none can, the caller's does the work
  /// of number 0.
  package func run(threads: Int, work: @escaping @Sendable (Int) -> Void) {
    let started = (0..<min(width, threads)).compactMap { number in
      try? SystemThread.start { work(number) }
    }
    if started.isEmpty { work(0) }
    for thread in started { pthread_join(thread, nil) }
  }

  /// The values of `body` for 0..<count, in that order.
  package func map<Value: Sendable>(count: Int, _ body: @escaping @Sendable (Int) -> Value) -> [Value] {
    [Value](unsafeUninitializedCapacity: count) { buffer, filled in
      // Unsafe for the compiler as a pointer; each place is written once, by one thread, before this closure returns.
      nonisolated(unsafe) let places = buffer
      run(count: count, state: {}) { _, item in places.initializeElement(at: item, to: body(item)) }
      filled = count
    }
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
