import CKernel
import Glibc

/// Locks this process in, from inside.
package enum Confinement {
  /// A part of the sandbox.
  package enum Part: Hashable, Sendable, CaseIterable {
    /// No file, folder, TCP port or abstract socket can be reached; what is open stays usable.
    case landlock
    /// No system call can be made beside those that decoding takes; messages go over one socket.
    case seccomp
  }

  /// Enters the parts that the kernel has, for good, and says which those are.
  ///
  /// Beside them: no core is dumped, no process is started, root's capabilities are given up, no more than is left can be
  /// gained or be seen by others.
  package static func enter(_ parts: Set<Part>, socket: Int32) -> SandboxLevel {
    limit(RLIMIT_CORE)
    limit(__RLIMIT_NPROC)
    var level = SandboxLevel(landlock: nil, seccomp: false)
    guard kernel_renounce_privileges() == 0 else { return level }
    let version = kernel_landlock_abi()
    if parts.contains(.landlock), version > 0, kernel_landlock(version) == 0 { level.landlock = Int(version) }
    if parts.contains(.seccomp) { level.seccomp = kernel_seccomp(socket) == 0 }
    return level
  }

  private static func limit(_ resource: __rlimit_resource) {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(resource.rawValue), &none)
  }
}
