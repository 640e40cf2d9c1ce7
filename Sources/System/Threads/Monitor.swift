import Glibc

/// A state that threads share: one at a time has it, and can wait until others have changed it.
package final class Monitor<State>: Sendable {
  // Unsafe for the compiler as a pointer; its address never changes, and any thread may call what takes it.
  private nonisolated(unsafe) let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  // Unsafe for the compiler as a pointer; its address never changes, and it is waited for by whoever holds the lock.
  private nonisolated(unsafe) let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  // Read and changed by whoever holds the lock, and by nobody else: a `Mutex` can't be waited with.
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

  /// Does `body`, and has those that wait look again.
  package func with<Value>(_ body: (inout State) -> Value) -> Value {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_broadcast(change)
      pthread_mutex_unlock(lock)
    }
    return body(&state)
  }

  /// Waits until `body` gives something.
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
