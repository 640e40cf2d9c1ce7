import Glibc

/// The number of processors that this process may use.
package enum Processors {
  /// The number of processors in the affinity mask, or the CPU quota of a cgroup (v1 or v2) if that is less;
  /// at least 1. Quotas of the cgroups above count too.
  ///
  /// `root` stands in place of `/`: `proc/self/status`, `proc/self/cgroup` and `sys/fs/cgroup` are read below
  /// it. Sources: proc(5), cgroups(7), and the kernel's cgroup-v2 page on cpu.max.
  package static func available(root: String = "") -> Int {
    let allowed = affinity(root) ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    guard let quota = quota(root), quota < Double(allowed) else { return allowed }
    return max(1, Int(quota.rounded(.up)))
  }

  /// The number of processors in the affinity mask, which the system gives as a list such as `0-3,8`. Nil
  /// without such a list.
  private static func affinity(_ root: String) -> Int? {
    let key = "Cpus_allowed_list:"
    guard let line = FileBytes.lines(root + "/proc/self/status").first(where: { $0.hasPrefix(key) }) else {
      return nil
    }
    let spans = line.dropFirst(key.count).split { $0 == "," || $0 == " " || $0 == "\t" }
    let count = spans.reduce(0) { sum, span in
      let ends = span.split(separator: "-", omittingEmptySubsequences: false).map { UInt16($0) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, last >= first else { return sum }
      return sum + Int(last - first) + 1
    }
    return count > 0 ? count : nil
  }

  /// The smallest CPU quota of all cgroups, in processors. Nil if no cgroup has a quota.
  private static func quota(_ root: String) -> Double? {
    ControlGroup.groups(controlling: "cpu", root: root).flatMap { group in
      group.folders.compactMap { group.version == .one ? version1($0) : version2($0) }
    }.min()
  }

  private static func version2(_ folder: String) -> Double? {
    let fields = (FileBytes.lines(folder + "/cpu.max").first ?? "").split(separator: " ").map { Double($0) }
    guard fields.count == 2, let quota = fields[0], let period = fields[1], quota > 0, period > 0 else {
      return nil
    }
    return quota / period
  }

  private static func version1(_ folder: String) -> Double? {
    guard let quota = FileBytes.lines(folder + "/cpu.cfs_quota_us").first.flatMap({ Double($0) }), quota > 0,
      let period = FileBytes.lines(folder + "/cpu.cfs_period_us").first.flatMap({ Double($0) }), period > 0
    else { return nil }
    return quota / period
  }
}
