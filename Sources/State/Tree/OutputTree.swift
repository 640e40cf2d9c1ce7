import CKernel
import Glibc
import JobFile
import Synchronization
import System

/// The output root, and the only way to the files in it.
///
/// Folders are opened name by name, each from its open parent, and never through a symbolic link. So no file
/// outside of the root is reached, even if a folder is replaced by a link meanwhile (open(2), `O_NOFOLLOW`).
package final class OutputTree: Sendable {
  private let root: Descriptor
  private let path: String
  /// The topmost folder that was made for the root; nil if all existed.
  private let firstMade: String?
  private let syncsFolders: Bool
  /// The folder that was read last, kept open because files of a folder are mostly read together.
  private let looking = Mutex<LookedAt?>(nil)

  /// Opens the folder at `path`, and makes missing folders.
  ///
  /// With `syncsFolders` a new folder is flushed to the disk before anything is made in it.
  package init(making path: String, syncsFolders: Bool) throws(SystemError) {
    firstMade = Self.firstMissing(path)
    try WholeFile.makeFolder(path)
    root = try Self.open(path)
    self.path = path
    self.syncsFolders = syncsFolders
    if syncsFolders, let firstMade { try Self.syncNames(from: path, upTo: firstMade) }
  }

  /// Flushes the names of the folders from `path` up to `top`.
  private static func syncNames(from path: String, upTo top: String) throws(SystemError) {
    var folder = path
    while true {
      try open(folder.parentFolder).sync()
      if folder.hasSameBytes(as: top) { return }
      folder = folder.parentFolder
    }
  }

  /// Opens the folder at `path` for reading only.
  package init(existing path: String) throws(SystemError) {
    root = try Self.open(path)
    self.path = path
    firstMade = nil
    syncsFolders = false
  }

  /// Opens the folder at `path` for reading only; nil if there is none.
  package static func ifExisting(_ path: String) throws(SystemError) -> OutputTree? {
    do throws(SystemError) { return try OutputTree(existing: path) } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  /// Opens the folder of a path below the root. Throws `ENOTDIR` or `ELOOP` for a link on the way, and
  /// `ENOENT` for a path that leaves the root.
  func folder(of path: String) throws(SystemError) -> Descriptor {
    try folder(path.folderAndName.folder, making: false)
  }

  /// Opens the folder of a path as ``folder(of:)`` does, and makes missing folders.
  func makeFolder(of path: String) throws(SystemError) -> Descriptor {
    try folder(path.folderAndName.folder, making: true)
  }

  /// Calls `body` with the open folder of a path and the path's last name. Makes the folder if it is missing.
  func inFolder(
    of path: String, _ body: (borrowing Descriptor, String) throws(SystemError) -> Void
  ) throws(SystemError) {
    let (folder, name) = path.folderAndName
    if folder.isEmpty { try body(root, name) } else { try body(try self.folder(folder, making: true), name) }
  }

  /// The status of a path without following links; nil if nothing is there.
  func status(_ path: String) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      let (folder, name) = path.folderAndName
      return try looking.withLock { last throws(SystemError) in
        if last?.isOpen(folder) != true {
          last = LookedAt(path: folder, folder: try self.folder(folder, making: false))
        }
        return try last?.status(of: name)
      }
    } catch {
      if error.isMissing || error.code == ELOOP { return nil }
      throw error
    }
  }

  /// Removes a file, and then the empty folders above it.
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

  /// Removes the folders that were made for the root, if they are empty.
  func withdraw() {
    guard let firstMade else { return }
    var folder = path
    while rmdir(folder) == 0 && !folder.hasSameBytes(as: firstMade) { folder = folder.parentFolder }
  }

  private static func firstMissing(_ path: String) -> String? {
    if FileStatus(at: path) != nil || path == "/" { return nil }
    return firstMissing(path.parentFolder) ?? path
  }

  /// Flushes everything written to the file system (syncfs(2), which reports write errors since Linux 5.8).
  package func sync() throws(SystemError) {
    let number = root.number
    try SystemError.check { kernel_syncfs(number) }
  }

  /// The file system's free space.
  package func room() throws(SystemError) -> statvfs? {
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

/// A folder that stays open.
private struct LookedAt: ~Copyable {
  let path: String
  let folder: Descriptor

  func isOpen(_ path: String) -> Bool { path.hasSameBytes(as: self.path) }

  func status(of name: String) throws(SystemError) -> FileStatus { try folder.status(of: name) }
}
