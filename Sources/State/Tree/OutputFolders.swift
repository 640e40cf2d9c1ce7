import Glibc
import JobFile
import System

/// The folders of a job's outputs on the disk. Each is examined once.
struct OutputFolders {
  private let root: String
  /// The path of the output root with all links resolved.
  private let realRoot: String
  private let device: UInt64?
  private var seen: Set<String> = []

  /// Prepares to examine the folders below the output root. `root` is an absolute path.
  init(root: String) {
    self.root = root
    realRoot = Self.withoutLinks(root)
    device = Self.nearest(realRoot).map(\.status.device)
  }

  /// The reason why a folder can't hold outputs; nil if it can. Only the first call for a folder examines it.
  /// Later calls for the same folder return nil.
  mutating func obstacle(_ folder: String) -> String? {
    guard seen.insert(folder).inserted else { return nil }
    let real = Self.withoutLinks(folder)
    if !real.hasSameBytes(as: target(of: folder)) {
      return "'\(folder)' leads to '\(real)' by a link: outputs follow no links below the output root"
    }
    if let device, let nearest = Self.nearest(real), nearest.status.device != device {
      return "'\(nearest.path)' is on another file system than the output root: set 'output_root' to it"
    }
    return Self.obstacle(folder)
  }

  /// If the path of the output root contains a link, the real path of `folder`, which lies below this root.
  /// Nil otherwise.
  func target(ofLinked folder: String) -> String? {
    realRoot.hasSameBytes(as: root) ? nil : target(of: folder)
  }

  /// The real path of a folder below the root, without links.
  private func target(of folder: String) -> String {
    realRoot + Substring(folder.utf8.dropFirst(root == "/" ? 0 : root.utf8.count))
  }

  /// The reason why no file can be made in `folder`, judged by its nearest existing folder.
  static func obstacle(_ folder: String) -> String? {
    guard let (nearest, status) = nearest(folder) else {
      return "'\(folder)' can't be looked at: \(SystemError.last.message)"
    }
    if status.isLink { return "'\(nearest)' is a link that leads nowhere" }
    if !status.isFolder { return "'\(nearest)' is not a folder, so nothing can be written below it" }
    if access(nearest, W_OK | X_OK) != 0 {
      return "'\(nearest)' can't be written to: \(SystemError.last.message)"
    }
    return nil
  }

  /// The file or folder at a path, or else the nearest folder above it that exists. Links are followed,
  /// except links that lead nowhere.
  private static func nearest(_ path: String) -> (path: String, status: FileStatus)? {
    var nearest = path
    while true {
      if let status = FileStatus(at: nearest) { return (nearest, status) }
      guard errno == ENOENT || errno == ENOTDIR, nearest != "/" else { return nil }
      if let link = FileStatus(at: nearest, followingLinks: false) { return (nearest, link) }
      nearest = nearest.parentFolder
    }
  }

  /// The path of an existing or future folder, with all links resolved.
  private static func withoutLinks(_ folder: String) -> String {
    if let path = realpath(folder, nil) {
      defer { free(path) }
      return String(cString: path)
    }
    let parent = folder.parentFolder
    if folder == parent { return folder }
    let real = withoutLinks(parent)
    return (real == "/" ? "" : real) + "/" + folder.folderAndName.name
  }
}
