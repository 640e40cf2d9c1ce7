import CKernel
import Glibc

/// The sandbox: confines this process from inside.
package enum Confinement {
  /// A part of the sandbox.
  package enum Part: Hashable, Sendable, CaseIterable {
    /// The process can reach no file, folder, TCP port or abstract socket. Open descriptors stay usable.
    case landlock
    /// The process can make only the system calls that decoding needs. Messages go over one socket.
    case seccomp
  }

  /// Confines this process by each of `parts` that the kernel supports. The process can't undo this. Returns
  /// the level that it reached. The system calls of all threads are confined; Landlock confines this thread
  /// and those that it starts.
  ///
  /// In any case the process dumps no core, starts no process, and gives up root's capabilities. It can gain
  /// no rights, and other processes can't look into it.
  ///
  /// `prepare` runs when files are out of reach, but threads can still be started.
  package static func enter(_ parts: Set<Part>, socket: Int32, _ prepare: () -> Void = {}) -> SandboxLevel {
    limit(RLIMIT_CORE)
    let landlock = enterThread(parts)
    prepare()
    limit(__RLIMIT_NPROC)
    return SandboxLevel(
      landlock: landlock, seccomp: parts.contains(.seccomp) && kernel_seccomp(socket) == 0)
  }

  /// Gives up root's capabilities in the calling thread, and confines the thread by Landlock if Landlock is
  /// among `parts`. Returns the version of Landlock, or nil without it.
  static func enterThread(_ parts: Set<Part>) -> Int? {
    guard kernel_renounce_privileges() == 0, parts.contains(.landlock) else { return nil }
    let version = kernel_landlock_abi()
    return version > 0 && kernel_landlock(version) == 0 ? Int(version) : nil
  }

  private static func limit(_ resource: __rlimit_resource) {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(resource.rawValue), &none)
  }
}
