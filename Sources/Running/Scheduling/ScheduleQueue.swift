import Glibc

/// Hands out the images of a schedule to threads, and has those wait for whose images there is no room.
final class ScheduleQueue: Sendable {
  // Unsafe for the compiler as a pointer; its address never changes, and any thread may call what takes it.
  private nonisolated(unsafe) let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  // Unsafe for the compiler as a pointer; its address never changes, and it is waited for by whoever holds the lock.
  private nonisolated(unsafe) let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  // Read and changed by whoever holds the lock, and by nobody else: a `Mutex` can't be waited with.
  private nonisolated(unsafe) var schedule: Schedule
  private let isOver: @Sendable () -> Bool

  /// Nanoseconds after which a thread that waits looks whether the batch is over.
  private static let patience = 50_000_000

  /// A queue that hands out nothing more once `isOver`.
  init(_ schedule: Schedule, isOver: @escaping @Sendable () -> Bool) {
    self.schedule = schedule
    self.isOver = isOver
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

  /// The next image for `thread`, which is done with the one before; nil when there is none or the batch is over.
  /// `leave` ends what the thread has in memory: it may be called before the thread has to wait.
  func next(_ thread: Int, leave: () -> Void) -> Int? {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_broadcast(change)
      pthread_mutex_unlock(lock)
    }
    while !isOver() {
      switch schedule.next(thread) {
      case .begin(let number): return number
      case .leave:
        pthread_mutex_unlock(lock)
        leave()
        pthread_mutex_lock(lock)
        schedule.leave(thread)
        pthread_cond_broadcast(change)
      case .wait: wait()
      case .end: return nil
      }
    }
    return nil
  }

  /// Has an image that was begun begin anew, before all others, with so many bytes.
  func again(_ number: Int, need: Int) {
    pthread_mutex_lock(lock)
    schedule.again(number, need: need)
    pthread_cond_broadcast(change)
    pthread_mutex_unlock(lock)
  }

  /// Images that will begin soon and weren't named before.
  func upcoming() -> [Int] {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return schedule.upcoming()
  }

  private func wait() {
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    end.tv_nsec += Self.patience
    if end.tv_nsec >= 1_000_000_000 {
      end.tv_sec += 1
      end.tv_nsec -= 1_000_000_000
    }
    pthread_cond_timedwait(change, lock, &end)
  }
}
