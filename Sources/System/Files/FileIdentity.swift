import Glibc

/// The identity of a file: its size, the time of its last change and its number. The identity changes when
/// the file changes. To find it, no content is read.
package struct FileIdentity: Hashable, Sendable, Codable {
  /// Size of the file.
  package var bytes: Int
  /// When the file was last changed, in nanoseconds since 1970.
  package var modified: Int
  /// The file's number within its file system.
  package var inode: UInt64

  package init(bytes: Int, modified: Int, inode: UInt64) {
    self.bytes = bytes
    self.modified = modified
    self.inode = inode
  }

  /// The identity of the file at `path`. Nil if there is no file, or if this process can't examine the file.
  package init?(at path: UnsafePointer<CChar>) {
    guard let status = FileStatus(at: path) else { return nil }
    self = status.identity
  }

  /// The identity of the file at `path`. Nil if there is no file, or if this process can't examine or may not
  /// read the file.
  package init?(ofReadable path: UnsafePointer<CChar>) {
    self.init(at: path)
    guard faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 else { return nil }
  }
}
