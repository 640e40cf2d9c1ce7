/// The control groups of this process: its own and the groups above, up to the mount.
struct ControlGroup {
  /// The version of the kernel's interface to the group.
  enum Version: Hashable {
    case one
    case two
  }

  let version: Version
  /// The folders that may hold files of these groups, from the mount down.
  let folders: [String]

  /// The groups, of either version, that may limit a resource. `controller` names the resource's controller.
  ///
  /// `root` stands in place of `/`: `proc/self/cgroup` and `sys/fs/cgroup` are read below it. In a container,
  /// the mounted folder may be the group's own, whatever path `proc/self/cgroup` gives. Source: cgroups(7).
  static func groups(controlling controller: String, root: String) -> [ControlGroup] {
    FileBytes.lines(root + "/proc/self/cgroup").compactMap { line in
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { return nil }
      let mount = root + "/sys/fs/cgroup"
      if fields[1].isEmpty { return ControlGroup(.two, mount, fields[2]) }
      guard fields[1].split(separator: ",").contains(controller[...]) else { return nil }
      return ControlGroup(.one, "\(mount)/\(controller)", fields[2])
    }
  }

  private init(_ version: Version, _ mount: String, _ path: Substring) {
    self.version = version
    let names = path.split(separator: "/")
    folders = (0...names.count).map { ([mount] + names.prefix($0).map(String.init)).joined(separator: "/") }
  }
}
