import Glibc
import System

/// The entries of one folder, read one by one.
struct FolderListing: ~Copyable {
  /// The kind of an entry, as far as patterns need it.
  enum Kind {
    case folder
    /// A symbolic link to a folder.
    case linkedFolder
    /// A file, a link to a file, a dangling link, or a special file.
    case other
  }

  private let stream: OpaquePointer

  init(_ path: [UInt8], of base: BaseFolder) throws(SystemError) {
    while true {
      let (opened, number) = base.withFileSystemPath(of: path) { (opendir($0), errno) }
      if let opened {
        stream = opened
        return
      }
      if number != EINTR { throw SystemError(number) }
    }
  }

  deinit { closedir(stream) }

  /// The next entry; nil at the end. `.` and `..` are left out.
  func next() throws(SystemError) -> (name: [UInt8], kind: Kind)? {
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno == EINTR { continue }
        guard errno == 0 else { throw .last }
        return nil
      }
      // The record ends behind the name: a copy of the whole `dirent` would read past it.
      let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      let text = start.assumingMemoryBound(to: CChar.self)
      let name = Array(UnsafeRawBufferPointer(start: start, count: strlen(text)))
      if name == [.dot] || name == [.dot, .dot] { continue }
      return (name, kind(of: text, type: Int(entry.pointee.d_type)))
    }
  }

  private func kind(of name: UnsafePointer<CChar>, type: Int) -> Kind {
    switch type {
    case Int(DT_DIR): return .folder
    case Int(DT_LNK): return isFolder(name, flags: 0) ? .linkedFolder : .other
    case Int(DT_UNKNOWN):
      if isFolder(name, flags: AT_SYMLINK_NOFOLLOW) { return .folder }
      return isFolder(name, flags: 0) ? .linkedFolder : .other
    default: return .other
    }
  }

  private func isFolder(_ name: UnsafePointer<CChar>, flags: CInt) -> Bool {
    var status = stat()
    return fstatat(dirfd(stream), name, &status, flags) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
