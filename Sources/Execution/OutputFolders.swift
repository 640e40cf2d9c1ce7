import Glibc

/// The folders of a job's outputs as they lie on the disk, each looked at once.
struct OutputFolders {
  private let root: String
  private var seen: Set<String> = []
  private var folders: [String: String] = [:]
  private var linked: [String: String] = [:]

  /// The folders below an output root, which is an absolute path.
  init(root: String) { self.root = Self.withoutLinks(root) }

  /// Why a folder can't hold outputs, told when it is seen first.
  mutating func obstacle(_ folder: String) -> String? {
    guard seen.insert(folder).inserted else { return nil }
    let real = Self.withoutLinks(folder)
    if real != folder { linked[folder] = real }
    if let other = folders.updateValue(folder, forKey: real) {
      return "'\(folder)' is '\(other)' by a link: call the folder by one name"
    }
    if !real.isBelow(root) { return "'\(folder)' leads out of the output root by a link, to '\(real)'" }
    return Self.obstacle(folder)
  }

  /// Where a folder that was seen really lies, if a link leads there.
  func target(ofLinked folder: String) -> String? { linked[folder] }

  /// Why no file can be made in `folder`, judged by the nearest folder that is there.
  static func obstacle(_ folder: String) -> String? {
    var status = stat()
    var nearest = folder
    while stat(nearest, &status) != 0, errno == ENOENT || errno == ENOTDIR, nearest.count > 1 {
      if lstat(nearest, &status) == 0 { return "'\(nearest)' is a link that leads nowhere" }
      nearest = nearest.parentFolder
    }
    if stat(nearest, &status) != 0 { return "'\(nearest)' can't be looked at: \(SystemError.last.message)" }
    if !status.isFolder { return "'\(nearest)' is not a folder, so nothing can be written below it" }
    if access(nearest, W_OK | X_OK) != 0 {
      return "'\(nearest)' can't be written to: \(SystemError.last.message)"
    }
    return nil
  }

  /// The path that a folder has or will have when no link is part of it.
  private static func withoutLinks(_ folder: String) -> String {
    if let path = realpath(folder, nil) {
      defer { free(path) }
      return String(cString: path)
    }
    let parent = folder.parentFolder
    return folder == parent
      ? folder : withoutLinks(parent) + Substring(folder.utf8.dropFirst(parent.utf8.count))
  }
}

extension String {
  /// True for a folder itself and for all paths below it.
  fileprivate func isBelow(_ folder: String) -> Bool {
    self == folder || utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
  }
}
