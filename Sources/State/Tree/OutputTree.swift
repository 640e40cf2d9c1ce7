import CKernel
import Glibc
import JobFile
import Synchronization
import System

/// The folder that holds all that a job makes, and the only way to what lies in it.
///
/// Folders are opened name by name, each below one that is open, and never through a symbolic link: whatever someone
/// swaps meanwhile, nothing outside is reached (open(2), `O_NOFOLLOW`).
package final class OutputTree: Sendable {
  private let root: Descriptor
  private let path: String
  /// The topmost folder that was made for the root; nil where all were there.
  private let firstMade: String?
  private let syncsFolders: Bool
  /// The folder that was looked into last: what lies in one is mostly looked at together.
  private let looking = Mutex<LookedAt?>(nil)

  /// Opens the folder at `path`, or makes it and those above it.
  ///
  /// With `syncsFolders` a new folder is on the disk before anything is made in it.
  package init(making path: String, syncsFolders: Bool) throws(SystemError) {
    firstMade = Self.firstMissing(path)
    try WholeFile.makeFolder(path)
    root = try Self.open(path)
    self.path = path
    self.syncsFolders = syncsFolders
    if syncsFolders, let firstMade { try Self.syncNames(from: path, upTo: firstMade) }
  }

  /// Makes the names of folders last, of the one at `path` and those above it up to the one at `top`.
  private static func syncNames(from path: String, upTo top: String) throws(SystemError) {
    var folder = path
    while true {
      try open(folder.parentFolder).sync()
      if folder.hasSameBytes(as: top) { return }
      folder = folder.parentFolder
    }
  }

  /// Opens the folder at `path`, to look only.
  package init(existing path: String) throws(SystemError) {
    root = try Self.open(path)
    self.path = path
    firstMade = nil
    syncsFolders = false
  }

  /// Opens the folder of a path below the root. Throws `ENOTDIR` or `ELOOP` where a link is in the way, and `ENOENT` for
  /// a path that climbs.
  func folder(of path: String) throws(SystemError) -> Descriptor {
    try folder(path.folderAndName.folder, making: false)
  }

  /// The same; folders that aren't there are made.
  func makeFolder(of path: String) throws(SystemError) -> Descriptor {
    try folder(path.folderAndName.folder, making: true)
  }

  /// Calls `body` with the open folder of a path, which is made where it isn't there, and the path's last name.
  func inFolder(
    of path: String, _ body: (borrowing Descriptor, String) throws(SystemError) -> Void
  ) throws(SystemError) {
    let (folder, name) = path.folderAndName
    if folder.isEmpty { try body(root, name) } else { try body(try self.folder(folder, making: true), name) }
  }

  /// What lies at a path, links not followed; nil where nothing does.
  func status(_ path: String) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      let (folder, name) = path.folderAndName
      return try looking.withLock { last throws(SystemError) in
        if last?.isOpen(folder) != true { last = LookedAt(folder, try self.folder(folder, making: false)) }
        return try last?.status(of: name)
      }
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR || error.code == ELOOP { return nil }
      throw error
    }
  }

  /// The SHA-256 of the regular file at a path, in hexadecimal.
  func sha256(of path: String) throws(SystemError) -> String {
    try open(path).sha256()
  }

  /// Takes a file away, and the folders above it that are empty then.
  package func remove(_ path: String) throws(SystemError) {
    var (folder, name) = path.folderAndName
    let holder = try self.folder(folder, making: false)
    try holder.remove(name)
    while !folder.isEmpty {
      (folder, name) = folder.folderAndName
      guard let parent = try? self.folder(folder, making: false),
        unlinkat(parent.number, name, AT_REMOVEDIR) == 0
      else { return }
    }
  }

  /// Takes the root away, as far as it was made and is empty.
  func withdraw() {
    guard let firstMade else { return }
    var folder = path
    while rmdir(folder) == 0 && !folder.hasSameBytes(as: firstMade) { folder = folder.parentFolder }
  }

  private static func firstMissing(_ path: String) -> String? {
    if FileStatus(at: path) != nil || path == "/" { return nil }
    return firstMissing(path.parentFolder) ?? path
  }

  /// Brings all that was written to the file system to the disk (syncfs(2); it tells of write errors since Linux 5.8).
  package func sync() throws(SystemError) {
    let number = root.number
    try SystemError.check { kernel_syncfs(number) }
  }

  /// Room for files.
  func room() throws(SystemError) -> statvfs {
    var room = statvfs()
    let number = root.number
    try SystemError.check { fstatvfs(number, &room) }
    return room
  }

  private func folder(_ path: String, making: Bool) throws(SystemError) -> Descriptor {
    var folder = try Self.open(".", below: root.number)
    for name in path.utf8.split(separator: UInt8(ascii: "/")) {
      let name = String(Substring(name))
      if name == ".." { throw SystemError(ENOENT) }
      do throws(SystemError) {
        folder = try Self.open(name, below: folder.number)
      } catch {
        guard making, error.code == ENOENT else { throw error }
        try make(name, below: folder)
        folder = try Self.open(name, below: folder.number)
      }
    }
    return folder
  }

  private func make(_ name: String, below folder: borrowing Descriptor) throws(SystemError) {
    let number = folder.number
    try SystemError.check(allowing: EEXIST) { mkdirat(number, name, 0o777) }
    if syncsFolders { try folder.sync() }
  }

  private static func open(_ path: String, below folder: Int32 = AT_FDCWD) throws(SystemError) -> Descriptor {
    let links = folder == AT_FDCWD ? 0 : O_NOFOLLOW
    return try Descriptor.open(path, O_RDONLY | O_DIRECTORY | links, below: folder)
  }
}

/// A folder that is kept open.
private struct LookedAt: ~Copyable {
  let path: String
  let folder: Descriptor

  init(_ path: String, _ folder: consuming Descriptor) {
    self.path = path
    self.folder = folder
  }

  func isOpen(_ path: String) -> Bool { path.hasSameBytes(as: self.path) }

  func status(of name: String) throws(SystemError) -> FileStatus { try folder.status(of: name) }
}
