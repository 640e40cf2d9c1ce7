import Foundation

/// A folder's files as a program sees them, and as they are sure to be after a loss of power.
///
/// As strict as the manual is: a file's bytes are sure once it was synced, its name once its folder was (fsync(2)).
struct DiskModel {
  private struct Node {
    var bytes: [UInt8] = []
    var sure: [UInt8] = []
    var isFolder = false
  }

  /// What a loss of power leaves of what isn't sure.
  enum Loss: String, CaseIterable, Sendable {
    /// All of it: what a kill would leave.
    case nothing = "nothing lost"
    case all = "all lost that was not synced"
    /// Names and lengths are there, and zeros in place of the bytes.
    case data = "names and lengths kept, data lost that was not synced"
  }

  private let root: String
  private var nodes: [Node] = []
  /// The newest node of each inode number, which may be used again.
  private var numbers: [UInt64: Int] = [:]
  private var names: [String: Int] = [:]
  private var sureNames: [String: Int] = [:]

  /// What is below `root` at the start, all of it sure.
  init(root: String) {
    self.root = root
    let all = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    for name in all {
      var status = stat()
      guard lstat("\(root)/\(name)", &status) == 0 else { continue }
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      let bytes = isFolder ? [] : [UInt8](FileManager.default.contents(atPath: "\(root)/\(name)") ?? Data())
      add(name, inode: UInt64(status.st_ino), isFolder: isFolder)
      nodes[nodes.count - 1].bytes = bytes
    }
    syncAll()
  }

  /// The files that are there after a loss, by their paths below the root.
  func files(after loss: Loss) -> [String: [UInt8]] {
    let names = loss == .all ? sureNames : names
    var files: [String: [UInt8]] = [:]
    for (name, index) in names where !nodes[index].isFolder && isReachable(name, in: names) {
      let node = nodes[index]
      switch loss {
      case .nothing: files[name] = node.bytes
      case .all: files[name] = node.sure
      case .data:
        let kept = node.sure.prefix(node.bytes.count)
        files[name] = kept + [UInt8](repeating: 0, count: node.bytes.count - kept.count)
      }
    }
    return files
  }

  private func isReachable(_ name: String, in names: [String: Int]) -> Bool {
    let folder = Self.folder(of: name)
    return folder.isEmpty || (names[folder] != nil && isReachable(folder, in: names))
  }

  private static func folder(of name: String) -> String {
    name.split(separator: "/").dropLast().joined(separator: "/")
  }
}

extension DiskModel {
  /// Does what a call has done. False for a call that changes nothing, and makes nothing sure.
  mutating func apply(_ call: LoggedCall) -> Bool {
    guard call.result >= 0, let name = below(call.path) else { return false }
    switch call.name {
    case "open", "openat", "openat2": return open(call, name)
    case "write", "pwrite": return write(call)
    case "ftruncate": return resize(call) { bytes in bytes = Self.fit(bytes, to: call.value) }
    case "fallocate", "posix_fallocate":
      return resize(call) { bytes in bytes = Self.fit(bytes, to: max(bytes.count, call.value)) }
    case "fsync", "fdatasync": return sync(call, name)
    case "syncfs": syncAll()
    case "mkdir", "mkdirat": add(name, inode: 0, isFolder: true)
    case "unlink", "unlinkat", "rmdir": names[name] = nil
    case "rename", "renameat", "renameat2": return rename(name, below(call.otherPath))
    case "link", "linkat": return link(call, below(call.otherPath))
    default: return false
    }
    return true
  }

  /// The path below the root without empty parts and dots; nil for others.
  private func below(_ path: String) -> String? {
    guard path.hasPrefix(root) else { return nil }
    var parts: [Substring] = []
    for part in path.dropFirst(root.count).split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  private mutating func add(_ name: String, inode: UInt64, isFolder: Bool) {
    nodes.append(Node(isFolder: isFolder))
    names[name] = nodes.count - 1
    if inode != 0 { numbers[inode] = nodes.count - 1 }
  }

  private mutating func open(_ call: LoggedCall, _ name: String) -> Bool {
    let flags = Int32(truncatingIfNeeded: call.value)
    // The bit that O_TMPFILE has beside O_DIRECTORY: a file without a name.
    if flags & 0o20_000_000 != 0 {
      nodes.append(Node())
      numbers[call.inode] = nodes.count - 1
      return true
    }
    if flags & O_CREAT != 0 && names[name] == nil {
      add(name, inode: call.inode, isFolder: false)
      return true
    }
    guard flags & O_TRUNC != 0, let index = names[name] else { return false }
    nodes[index].bytes = []
    return true
  }

  private mutating func write(_ call: LoggedCall) -> Bool {
    resize(call) { bytes in
      let end = call.value + call.data.count
      if bytes.count < end { bytes = Self.fit(bytes, to: end) }
      bytes.replaceSubrange(call.value..<end, with: call.data)
    }
  }

  private mutating func resize(_ call: LoggedCall, _ body: (inout [UInt8]) -> Void) -> Bool {
    guard let index = numbers[call.inode] else { return false }
    body(&nodes[index].bytes)
    return true
  }

  private static func fit(_ bytes: [UInt8], to count: Int) -> [UInt8] {
    bytes.prefix(count) + [UInt8](repeating: 0, count: max(0, count - bytes.count))
  }

  private mutating func sync(_ call: LoggedCall, _ name: String) -> Bool {
    if name.isEmpty || names[name].map({ nodes[$0].isFolder }) == true {
      for (entry, _) in sureNames where Self.folder(of: entry) == name { sureNames[entry] = nil }
      for (entry, index) in names where Self.folder(of: entry) == name { sureNames[entry] = index }
      return true
    }
    guard let index = numbers[call.inode] else { return false }
    nodes[index].sure = nodes[index].bytes
    return true
  }

  private mutating func syncAll() {
    sureNames = names
    for index in nodes.indices { nodes[index].sure = nodes[index].bytes }
  }

  private mutating func rename(_ from: String, _ to: String?) -> Bool {
    guard let to, let index = names.removeValue(forKey: from) else { return false }
    names[to] = index
    for (entry, index) in names where entry.hasPrefix(from + "/") {
      names[entry] = nil
      names[to + entry.dropFirst(from.count)] = index
    }
    return true
  }

  private mutating func link(_ call: LoggedCall, _ to: String?) -> Bool {
    guard let to, let index = numbers[call.inode] else { return false }
    names[to] = index
    return true
  }
}
