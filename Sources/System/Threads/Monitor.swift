import Glibc

/// A state shared by threads. One thread at a time has it, and can wait until others change it.
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
    pthread_cond_init(change, nil)
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

  /// Waits until `body` returns a value.
  package func wait<Value>(for body: (inout State) -> Value?) -> Value {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_broadcast(change)
      pthread_mutex_unlock(lock)
    }
    while true {
      if let value = body(&state) { return value }
      pthread_cond_wait(change, lock)
    }
  }
}
