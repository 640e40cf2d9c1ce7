import Glibc
import System

/// The right to run a job, which one process has at a time, or several that each run a part of it: a lock on the file
/// `lock` in the job's state folder.
///
/// Given back when it goes out of scope, and by the kernel however the process ends. The file stays. Programs that
/// this process starts don't inherit it.
package struct JobLock: ~Copyable {
  private let descriptor: Descriptor

  /// Why a lock can't be had.
  package enum Refusal: Error, Hashable, Sendable {
    /// Another process has it.
    case held
    /// The batch was asked to end while it waited.
    case stopped
    case system(SystemError)
  }

  /// Who else may have the lock meanwhile.
  package enum Mode: Sendable {
    /// Nobody.
    case alone
    /// Whoever shares it too.
    case shared

    fileprivate var operation: Int32 { self == .alone ? LOCK_EX : LOCK_SH }
  }

  /// How long a process that waits sleeps between two tries, in nanoseconds.
  private static let step: Int64 = 50_000_000

  /// Takes the lock in the open folder `folder`, waiting for it so many seconds at most, and no longer than until
  /// `stop` is asked for.
  package static func take(
    in folder: Int32, _ mode: Mode = .alone, waiting seconds: Double = 0,
    unless stop: StopRequest = StopRequest()
  ) throws(Refusal) -> JobLock {
    try take(
      in: folder, mode, waiting: seconds, unless: stop, clock: MonotonicClock.now,
      sleep: MonotonicClock.sleep(until:))
  }

  static func take(
    in folder: Int32, _ mode: Mode = .alone, waiting seconds: Double, unless stop: StopRequest,
    clock: () -> Int64,
    sleep: (Int64) -> Void
  ) throws(Refusal) -> JobLock {
    let end = clock() + MonotonicClock.nanoseconds(seconds)
    while true {
      do throws(SystemError) {
        if let lock = try JobLock(locking: open(in: folder), in: folder, mode) { return lock }
      } catch {
        // A run that came to nothing has just taken its folder away.
        throw error.code == ENOENT ? .held : .system(error)
      }
      // Not before: who has made the folder and gets no lock can't take it away again.
      if stop.reason != nil { throw .stopped }
      let now = clock()
      if now >= end { throw .held }
      sleep(min(now + step, end))
    }
  }

  /// True while another process has the lock in the folder at `path` alone. To see it, the lock is taken for an instant.
  package static func isHeld(in path: String) -> Bool {
    guard let file = try? Descriptor.open(path + "/lock", O_RDWR | O_NOFOLLOW | O_NONBLOCK) else {
      return false
    }
    return flock(file.number, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// For writing, which NFS asks for, and without waiting where it is no file.
  ///
  /// Whoever may read a file may lock it (flock(2)), and would hold the job up: only those may read it who may write it.
  static func open(in folder: Int32) throws(SystemError) -> Descriptor {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
    let file: Descriptor
    do throws(SystemError) { file = try Descriptor.open("lock", flags, below: folder, mode: writers) } catch {
      // A process that was killed before it let the owner read the file.
      guard error.code == EACCES, fchmodat(folder, "lock", 0o600, AT_SYMLINK_NOFOLLOW) == 0 else {
        throw error
      }
      file = try Descriptor.open("lock", flags, below: folder)
    }
    let mode = try file.status().permissions
    let wanted = mode & writers | (mode & writers) << 1
    // One of another user's stays as it is.
    if mode != wanted { fchmod(file.number, wanted) }
    return file
  }

  private static let writers: mode_t = 0o222

  /// Locks an open file; nil when another process has locked it, or put another file in its place meanwhile.
  init?(locking descriptor: consuming Descriptor, in folder: Int32, _ mode: Mode = .alone) throws(SystemError)
  {
    let number = descriptor.number
    let locked = try SystemError.check(allowing: EWOULDBLOCK) { flock(number, mode.operation | LOCK_NB) }
    if locked != 0 { return nil }
    let own = try descriptor.status()
    do throws(SystemError) {
      guard try own.isSameFile(as: FileStatus(of: "lock", in: folder)) else { return nil }
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    self.descriptor = descriptor
  }
}
