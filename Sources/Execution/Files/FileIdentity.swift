import Glibc

/// What tells one state of a file from another without reading it.
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

  /// The identity of the file that `status` describes.
  package init(_ status: stat) {
    self.init(bytes: Int(status.st_size), modified: status.modified, inode: UInt64(status.st_ino))
  }

  /// The identity of the file at `path`; nil where there is none, or it can't be looked at.
  package init?(at path: UnsafePointer<CChar>) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The same of a file that this process may read.
  init?(ofReadable path: UnsafePointer<CChar>) {
    self.init(at: path)
    guard faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 else { return nil }
  }
}
