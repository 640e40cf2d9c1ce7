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
  /// With `fonts`, the process can still read files below these folders, and start threads. pango does both for
  /// each new font. Without Landlock no file can be opened, and such a process ends when pango tries.
  ///
  /// `prepare` runs when files are out of reach, but threads can still be started.
  package static func enter(
    _ parts: Set<Part>, socket: Int32, fonts: [String] = [], _ prepare: () -> Void = {}
  ) -> SandboxLevel {
    limit(RLIMIT_CORE)
    let landlock = enterThread(parts, fonts: fonts)
    prepare()
    let readsFonts = !fonts.isEmpty && landlock != nil
    // The limit counts threads too.
    if fonts.isEmpty { limit(__RLIMIT_NPROC) }
    return SandboxLevel(
      landlock: landlock,
      seccomp: parts.contains(.seccomp) && kernel_seccomp(socket, readsFonts ? 1 : 0) == 0)
  }

  /// Gives up root's capabilities in the calling thread, and confines the thread by Landlock if Landlock is
  /// among `parts`. The thread can read files below the folders `fonts`. Returns the version of Landlock, or nil
  /// without it.
  static func enterThread(_ parts: Set<Part>, fonts: [String] = []) -> Int? {
    guard kernel_renounce_privileges() == 0, parts.contains(.landlock) else { return nil }
    let version = kernel_landlock_abi()
    // A configured folder may be missing.
    let folders = fonts.map { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }.filter { $0 >= 0 }
    defer { for folder in folders { close(folder) } }
    return version > 0 && kernel_landlock(version, folders, folders.count) == 0 ? Int(version) : nil
  }

  private static func limit(_ resource: __rlimit_resource) {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(resource.rawValue), &none)
  }
}
