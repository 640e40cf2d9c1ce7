/// How far the kernel has locked a worker in.
package struct SandboxLevel: Codable, Hashable, Sendable {
  /// The version of Landlock's interface that is in force (landlock(7)); nil without.
  package var landlock: Int?
  /// True when only the system calls that decoding takes are allowed (seccomp(2)).
  package var seccomp: Bool

  package init(landlock: Int?, seccomp: Bool) {
    self.landlock = landlock
    self.seccomp = seccomp
  }

  /// How far all of a process's threads are locked in.
  init(ofAll threads: [SandboxLevel]) {
    landlock = threads.contains { $0.landlock == nil } ? nil : threads.compactMap(\.landlock).min()
    seccomp = threads.allSatisfy(\.seccomp)
  }

  /// What `sandbox: require` would want and isn't there, by name.
  package var missing: [String] { (landlock == nil ? ["Landlock"] : []) + (seccomp ? [] : ["seccomp"]) }
}

extension SandboxLevel: CustomStringConvertible {
  /// `Landlock 7, seccomp`, or `none`.
  package var description: String {
    let parts = [landlock.map { "Landlock \($0)" }, seccomp ? "seccomp" : nil].compactMap { $0 }
    return parts.isEmpty ? "none" : parts.joined(separator: ", ")
  }
}
