import Glibc
import ReducedJPEG

/// Threads that wait for work until this is let go of.
package final class HelperPool: HelperThreads {
  private let shared = Shared()
  private let threads: [pthread_t]

  package var count: Int { threads.count }

  /// At most so many threads, each of which does `prepare` before it takes work, but when all have been started; returns
  /// when all have. Those that can't be had are left out.
  package init(_ count: Int, prepare: @escaping @Sendable () -> Void = {}) {
    threads = shared.locked { [shared] in
      (0..<count).compactMap { _ in
        try? SystemThread.start {
          shared.locked {}
          prepare()
          shared.serve()
        }
      }
    }
    shared.awaitReady(threads.count)
  }

  deinit {
    shared.end()
    for thread in threads { pthread_join(thread, nil) }
  }

  package func help(_ work: @escaping @Sendable () -> Void, while body: () -> Void) {
    shared.begin(work, by: threads.count)
    body()
    shared.awaitReady(threads.count)
  }

  /// What the threads and their owner share.
  private final class Shared: Sendable {
    // Unsafe for the compiler as a pointer; its address never changes, and any thread may call what takes it.
    private nonisolated(unsafe) let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    // Unsafe for the compiler as a pointer; its address never changes, and it is waited for by whoever holds the lock.
    private nonisolated(unsafe) let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    // Read and changed by whoever holds the lock, and by nobody else: a `Mutex` can't be waited with.
    private nonisolated(unsafe) var state = State()

    private struct State {
      var work: (@Sendable () -> Void)?
      /// Threads that are still to begin the work.
      var wanted = 0
      /// Threads that have nothing to do.
      var ready = 0
      var isOver = false
    }

    init() {
      pthread_mutex_init(lock, nil)
      pthread_cond_init(change, nil)
    }

    deinit {
      pthread_cond_destroy(change)
      pthread_mutex_destroy(lock)
      change.deallocate()
      lock.deallocate()
    }

    func locked<Value>(_ body: () -> Value) -> Value {
      pthread_mutex_lock(lock)
      defer {
        pthread_cond_broadcast(change)
        pthread_mutex_unlock(lock)
      }
      return body()
    }

    /// Does the owner's work again and again, until it is over.
    func serve() {
      locked { state.ready += 1 }
      while let work = next() {
        work()
        locked { state.ready += 1 }
      }
    }

    private func next() -> (@Sendable () -> Void)? {
      locked {
        while state.wanted == 0 && !state.isOver { pthread_cond_wait(change, lock) }
        if state.isOver { return nil }
        (state.wanted, state.ready) = (state.wanted - 1, state.ready - 1)
        return state.work
      }
    }

    func begin(_ work: @escaping @Sendable () -> Void, by threads: Int) {
      locked { (state.work, state.wanted) = (work, threads) }
    }

    func awaitReady(_ threads: Int) {
      locked {
        while state.wanted > 0 || state.ready < threads { pthread_cond_wait(change, lock) }
        state.work = nil
      }
    }

    func end() { locked { state.isOver = true } }
  }
}
