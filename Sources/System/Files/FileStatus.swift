import CKernel
import Glibc

/// A file's status: kind, size, owner and time (stat(2)).
package struct FileStatus: Sendable {
  /// Size of the file.
  package let bytes: Int
  /// The time of the last change, in nanoseconds since 1970. A time that doesn't fit into 64 bits wraps
  /// around. Any user can set such a time, and file systems store it.
  package let modified: Int
  /// The file's number within its file system.
  package let inode: UInt64
  /// The file system's number.
  package let device: UInt64
  private let mode: mode_t

  /// The status of the file at `path`. Without `followingLinks`, the status of a link is the link's own. Nil
  /// for a missing or unreachable file; `errno` says why.
  package init?(at path: UnsafePointer<CChar>, followingLinks: Bool = true) {
    var status = stat()
    guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    self.init(status)
  }

  /// The status of `name` in the open folder `folder`; links aren't followed.
  package init(of name: UnsafePointer<CChar>, in folder: Int32) throws(SystemError) {
    var status = stat()
    try SystemError.check { fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) }
    self.init(status)
  }

  /// The status of an open file. `number` is the file's descriptor.
  package init(of number: Int32) throws(SystemError) {
    var status = stat()
    try SystemError.check { kernel_fstat(number, &status) }
    self.init(status)
  }

  init(_ status: stat) {
    bytes = Int(status.st_size)
    modified = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
    inode = UInt64(status.st_ino)
    device = UInt64(status.st_dev)
    mode = status.st_mode
  }

  /// True if a FIFO, device or socket is at `path`, or a link to one.
  package static func isDevice(_ path: String) -> Bool {
    guard let status = FileStatus(at: path) else { return false }
    return status.isSpecial && !status.isFolder
  }

  /// The permission bits.
  package var permissions: mode_t { mode & 0o777 }
  /// True for anything but a regular file.
  package var isSpecial: Bool { mode & S_IFMT != S_IFREG }
  package var isFolder: Bool { mode & S_IFMT == S_IFDIR }
  package var isLink: Bool { mode & S_IFMT == S_IFLNK }
  package var isSocket: Bool { mode & S_IFMT == S_IFSOCK }

  /// The identity of this state of the file.
  package var identity: FileIdentity { FileIdentity(bytes: bytes, modified: modified, inode: inode) }

  /// True if `other` describes the same file, perhaps under another name.
  package func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
}
