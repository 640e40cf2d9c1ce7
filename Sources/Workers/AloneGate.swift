import Glibc

/// Lets many threads work at once, or one alone. A thread that waits to work alone goes before threads that
/// come later.
final class AloneGate: Sendable {
  // The compiler counts a pointer as unsafe to share. This pointer never changes, and all functions that take
  // it are thread-safe.
  private nonisolated(unsafe) let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

  init() {
    var attributes = pthread_rwlockattr_t()
    pthread_rwlockattr_init(&attributes)
    pthread_rwlockattr_setkind_np(&attributes, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
    pthread_rwlock_init(lock, &attributes)
    pthread_rwlockattr_destroy(&attributes)
  }

  deinit {
    pthread_rwlock_destroy(lock)
    lock.deallocate()
  }

  /// Calls `work`. If `alone` is true, no other thread works at the same time. `work` must not call `pass`
  /// again.
  func pass<Value>(alone: Bool, _ work: () -> Value) -> Value {
    if alone { pthread_rwlock_wrlock(lock) } else { pthread_rwlock_rdlock(lock) }
    defer { pthread_rwlock_unlock(lock) }
    return work()
  }
}
