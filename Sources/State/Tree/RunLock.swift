import Glibc
import System

/// The run lock: the right to run a job. One process holds it alone, or several processes share it and each
/// run a part of the job. It locks the file `lock` in the job's state folder.
///
/// The lock is released when it goes out of scope, and by the kernel when the process ends. The file stays.
/// Child processes don't inherit the lock.
package struct RunLock: ~Copyable {
  private let descriptor: Descriptor

  /// The reason why a lock can't be taken.
  package enum Refusal: Error, Hashable, Sendable {
    /// Another process has the lock.
    case held
    /// A stop was requested while this process waited for the lock.
    case stopped
    case system(SystemError)
  }

  /// Whether other processes may have the lock too.
  package enum Mode: Sendable {
    /// No other process may have the lock.
    case alone
    /// Other processes may share the lock.
    case shared

    fileprivate var operation: Int32 { self == .alone ? LOCK_EX : LOCK_SH }
  }

  /// Nanoseconds between two tries.
  private static let step: Int64 = 50_000_000

  /// Takes the lock in the open folder `folder`. Waits for the lock up to `seconds`, or until `stop` is
  /// requested.
  package static func take(
    in folder: Int32, _ mode: Mode = .alone, waiting seconds: Double = 0,
    unless stop: StopRequest = StopRequest()
  ) throws(Refusal) -> RunLock {
    try take(
      in: folder, mode, waiting: seconds, unless: stop, clock: MonotonicClock.now,
      sleep: MonotonicClock.sleep(until:))
  }

  static func take(
    in folder: Int32, _ mode: Mode = .alone, waiting seconds: Double, unless stop: StopRequest,
    clock: () -> Int64,
    sleep: (Int64) -> Void
  ) throws(Refusal) -> RunLock {
    let end = clock() + MonotonicClock.nanoseconds(seconds)
    while true {
      do throws(SystemError) {
        if let lock = try RunLock(locking: open(in: folder), in: folder, mode) { return lock }
      } catch {
        // Another run made nothing and has just removed its folder.
        throw error.code == ENOENT ? .held : .system(error)
      }
      // The stop is checked only after the first try. Without the lock, this process couldn't remove the
      // folder that it made.
      if stop.reason != nil { throw .stopped }
      let now = clock()
      if now >= end { throw .held }
      sleep(min(now + step, end))
    }
  }

  /// True while another process, in the mode ``Mode/alone``, holds the lock in the folder at `path`. To find
  /// out, this function takes the lock for an instant.
  package static func isHeld(in path: String) -> Bool {
    guard let file = try? Descriptor.open(path + "/lock", O_RDWR | O_NOFOLLOW | O_NONBLOCK) else {
      return false
    }
    return flock(file.number, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Opens the lock file for writing, because NFS locks only such files. Never waits, even if the file is a
  /// FIFO or a device.
  ///
  /// Every user who may read a file may lock it (flock(2)), and so block the job. So only users who may write
  /// the file may read it.
  static func open(in folder: Int32) throws(SystemError) -> Descriptor {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
    let file: Descriptor
    do throws(SystemError) { file = try Descriptor.open("lock", flags, below: folder, mode: writers) } catch {
      // Another process was killed before it made the file readable for the owner.
      guard error.code == EACCES, fchmodat(folder, "lock", 0o600, AT_SYMLINK_NOFOLLOW) == 0 else {
        throw error
      }
      file = try Descriptor.open("lock", flags, below: folder)
    }
    let mode = try file.status().permissions
    let wanted = mode & writers | (mode & writers) << 1
    // Another user's lock file keeps its mode.
    if mode != wanted { fchmod(file.number, wanted) }
    return file
  }

  private static let writers: mode_t = 0o222

  /// Locks an open file. Nil if another process has locked it, or has replaced the file.
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
