import Glibc

/// Lets many threads work at once, or one alone.
final class AloneGate: Sendable {
  private nonisolated(unsafe) let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private nonisolated(unsafe) let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Threads at work, and those that work or wait to work alone; both belong to who holds the mutex.
  private nonisolated(unsafe) let counts = UnsafeMutablePointer<(working: Int, alone: Int)>.allocate(
    capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
    counts.initialize(to: (0, 0))
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    counts.deallocate()
    changed.deallocate()
    mutex.deallocate()
  }

  /// Does `work` while no other thread works alone, or as the only one.
  func pass<Value>(alone: Bool, _ work: () -> Value) -> Value {
    enter(alone)
    defer { leave(alone) }
    return work()
  }

  private func enter(_ alone: Bool) {
    pthread_mutex_lock(mutex)
    if alone {
      while counts.pointee.alone > 0 { pthread_cond_wait(changed, mutex) }
      counts.pointee.alone = 1
      while counts.pointee.working > 0 { pthread_cond_wait(changed, mutex) }
    } else {
      while counts.pointee.alone > 0 { pthread_cond_wait(changed, mutex) }
      counts.pointee.working += 1
    }
    pthread_mutex_unlock(mutex)
  }

  private func leave(_ alone: Bool) {
    pthread_mutex_lock(mutex)
    if alone { counts.pointee.alone = 0 } else { counts.pointee.working -= 1 }
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }
}
