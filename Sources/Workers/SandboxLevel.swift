/// How far the kernel confines a worker process.
package struct SandboxLevel: Codable, Hashable, Sendable {
  /// The version of Landlock's interface in force (landlock(7)); nil without Landlock.
  package var landlock: Int?
  /// True if only the system calls that decoding needs are allowed (seccomp(2)).
  package var seccomp: Bool

  package init(landlock: Int?, seccomp: Bool) {
    self.landlock = landlock
    self.seccomp = seccomp
  }

  /// Lowers the level to that of all threads. `versions` has the version of Landlock that confines each other
  /// thread, or nil.
  mutating func include(threads versions: [Int?]) {
    for version in versions { landlock = version.flatMap { own in landlock.map { min($0, own) } } }
  }

  /// The missing parts that `sandbox: require` demands, by name.
  package var missing: [String] { (landlock == nil ? ["Landlock"] : []) + (seccomp ? [] : ["seccomp"]) }
}

extension SandboxLevel: CustomStringConvertible {
  /// `Landlock 7, seccomp`, or `none`.
  package var description: String {
    let parts = [landlock.map { "Landlock \($0)" }, seccomp ? "seccomp" : nil].compactMap { $0 }
    return parts.isEmpty ? "none" : parts.joined(separator: ", ")
  }
}
