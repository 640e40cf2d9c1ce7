import CKernel
import Glibc

/// A file that takes its place only when it is whole.
///
/// Until the commit the file has no name, so the kernel removes it when the process ends. NFS and other file
/// systems don't support files without a name. There the file has a temporary name in the same folder. If
/// there is no commit, `deinit` removes the file.
package final class WholeFile {
  private let descriptor: Descriptor
  private let temporary: String
  private let destination: String
  /// True while the file has the name `temporary`.
  private var isNamed: Bool

  /// Makes the folders above `destination`, and a file in the innermost of them.
  package init(_ destination: String) throws(SystemError) {
    self.destination = destination
    let folder = destination.parentFolder
    let name = destination.utf8.dropFirst(folder.utf8.count).drop { $0 == UInt8(ascii: "/") }
    let temporary = folder + "/." + String(Substring(name)) + ".upright-tmp"
    self.temporary = temporary
    if FileStatus(at: folder) == nil { try Self.makeFolder(folder) }
    // A killed process may have left its temporary file. If a link lies in the file's place, `unlink` removes
    // the link without following it.
    try SystemError.check(allowing: ENOENT) { unlink(temporary) }
    if let unnamed = try Self.createUnnamed(in: folder) {
      descriptor = unnamed
      isNamed = false
    } else {
      descriptor = try Self.create(temporary)
      isNamed = true
    }
  }

  deinit { if isNamed { unlink(temporary) } }

  /// The open temporary file.
  package var number: Int32 { descriptor.number }

  /// Puts the file in its place, over an existing one, and returns its identity. With `syncs`, the bytes are
  /// flushed to the disk before the file is put in its place, and the name afterwards.
  @discardableResult
  package func commit(syncs: Bool = false) throws(SystemError) -> FileIdentity {
    if syncs { try descriptor.sync() }
    let identity = try descriptor.status().identity
    try place()
    if syncs { try Descriptor.open(destination.parentFolder, O_RDONLY | O_DIRECTORY).sync() }
    return identity
  }

  private func place() throws(SystemError) {
    if !isNamed {
      let number = descriptor.number
      let named = try SystemError.check(allowing: EEXIST) { kernel_name_file(number, destination) }
      if named == 0 { return }
      try SystemError.check(allowing: ENOENT) { unlink(temporary) }
      try SystemError.check { kernel_name_file(number, temporary) }
      isNamed = true
    }
    try SystemError.check { rename(temporary, destination) }
    isNamed = false
  }

  /// Makes a folder and those above it.
  package static func makeFolder(_ path: String) throws(SystemError) {
    // If another kind of file has the name, opening the folder fails later.
    do throws(SystemError) {
      try SystemError.check(allowing: EEXIST) { mkdir(path, 0o777) }
    } catch {
      guard error.code == ENOENT else { throw error }
      try makeFolder(path.parentFolder)
      try SystemError.check(allowing: EEXIST) { mkdir(path, 0o777) }
    }
  }

  /// Makes a file without a name in `folder`. Nil if the kernel or the file system doesn't support such
  /// files.
  private static func createUnnamed(in folder: String) throws(SystemError) -> Descriptor? {
    do throws(SystemError) {
      return Descriptor(owning: try SystemError.check { kernel_unnamed_file(folder) })
    } catch {
      switch error.code {
      // Kernels that don't know the flag return EISDIR.
      case EOPNOTSUPP, EISDIR, EINVAL: return nil
      default: throw error
      }
    }
  }

  private static func create(_ path: String) throws(SystemError) -> Descriptor {
    return try Descriptor.open(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o666)
  }
}
