/// The memory available to this process.
package enum FreeMemory {
  /// Bytes that are available without swapping. The machine and each cgroup with a limit (v1 or v2) have a
  /// number of their own, and the smallest counts. Nil if the system gives no number.
  ///
  /// Cached pages of files count as free, because the system gives them up when needed. `root` stands in
  /// place of `/`. Sources: proc(5) on meminfo; the kernel's pages on cgroup-v2 (memory.max,
  /// memory.current, memory.stat) and on version 1 (memory.limit_in_bytes, memory.usage_in_bytes).
  package static func bytes(root: String = "") -> Int? {
    var least = machine(root)
    for group in ControlGroup.groups(controlling: "memory", root: root) {
      for folder in group.folders { least = group.version.free(folder, below: least ?? .max) ?? least }
    }
    return least
  }

  private static func machine(_ root: String) -> Int? {
    let key = "MemAvailable:"
    guard let line = FileBytes.lines(root + "/proc/meminfo").first(where: { $0.hasPrefix(key) }),
      let number = line.dropFirst(key.count).split(separator: " ").first.flatMap({ Int($0) }), number >= 0
    else { return nil }
    let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: 1024)
    return isTooMuch ? nil : bytes
  }
}

extension ControlGroup.Version {
  /// The memory that a group may still take; nil if it has no limit, or may take `most` bytes or more.
  fileprivate func free(_ folder: String, below most: Int) -> Int? {
    let (limit, usage, cached) =
      switch self {
      case .one:
        ("memory.limit_in_bytes", "memory.usage_in_bytes", ["total_active_file", "total_inactive_file"])
      case .two: ("memory.max", "memory.current", ["active_file", "inactive_file"])
      }
    // The kernel takes long to sum up a group's statistics. They only add to the free memory.
    guard let limit = number("\(folder)/\(limit)"), let usage = number("\(folder)/\(usage)"),
      limit - usage < most
    else { return nil }
    let files = FileBytes.lines("\(folder)/memory.stat").reduce(0) { sum, line in
      let words = line.split(separator: " ")
      guard words.count == 2, cached.contains(String(words[0])), let bytes = Int(words[1]) else { return sum }
      return sum + min(max(0, bytes), usage)
    }
    let free = max(0, limit - max(0, usage - files))
    return free < most ? free : nil
  }

  /// The whole number, 0 or above, that a file holds. Nil for `max`, which version 2 of cgroups writes if
  /// there is no limit.
  private func number(_ path: String) -> Int? {
    FileBytes.lines(path).first.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }
}
