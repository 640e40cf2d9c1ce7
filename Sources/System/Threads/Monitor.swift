import Glibc

/// A state shared by threads. One thread at a time holds it, and can wait for changes by others.
package final class Monitor<State>: Sendable {
  // The compiler counts pointers as unsafe. This address never changes, and any thread may pass it to
  // pthread functions.
  private nonisolated(unsafe) let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  // The compiler counts pointers as unsafe. This address never changes, and only the holder of the lock
  // waits on it.
  private nonisolated(unsafe) let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  // Read and changed only by the holder of the lock. A `Mutex` has no condition to wait for.
  private nonisolated(unsafe) var state: State

  package init(_ state: sending State) {
    self.state = state
    pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(change, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(change)
    pthread_mutex_destroy(lock)
    change.deallocate()
    lock.deallocate()
  }

  /// Runs `body` with the state, then wakes all waiting threads.
  package func with<Value>(_ body: (inout State) -> Value) -> Value {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_broadcast(change)
      pthread_mutex_unlock(lock)
    }
    return body(&state)
  }

  /// Waits until `body` returns a value. `body` is called after each change. With `pause`, it is also called
  /// every `pause` nanoseconds.
  package func wait<Value>(lookingEvery pause: Int? = nil, for body: (inout State) -> Value?) -> Value {
    wait(atMost: { _ in pause.map { Int64($0) } }, for: body)
  }

  /// Waits until `body` returns a value. `body` is called after each change, and at the latest after the
  /// nanoseconds that `pause` gives; nil to wait for a change.
  package func wait<Value>(
    atMost pause: (State) -> Int64?, for body: (inout State) -> Value?
  ) -> Value {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_broadcast(change)
      pthread_mutex_unlock(lock)
    }
    while true {
      if let value = body(&state) { return value }
      if let pause = pause(state) { wait(atMost: pause) } else { pthread_cond_wait(change, lock) }
    }
  }

  private func wait(atMost nanoseconds: Int64) {
    let time = MonotonicClock.now() + max(0, nanoseconds)
    var end = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    pthread_cond_timedwait(change, lock, &end)
  }
}
