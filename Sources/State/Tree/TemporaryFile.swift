import CKernel
import Glibc
import System

/// A file that is being written, in the folder of a job's temporary files. The file is removed unless it is
/// finished.
package final class TemporaryFile {
  private let folder: TemporaryFolder
  private let name: String
  private var descriptor: Descriptor?

  /// Makes an empty file called `name`, with the mode that the umask allows.
  package init(_ name: String, in folder: TemporaryFolder) throws(SystemError) {
    self.folder = folder
    self.name = name
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
    descriptor = try Descriptor.open(name, flags, below: folder.descriptor.number, mode: 0o666)
  }

  deinit { if descriptor != nil { unlinkat(folder.descriptor.number, name, 0) } }

  /// The number of the descriptor to write to; nil after the file is finished.
  package var number: Int32? {
    switch descriptor {
    case .some(let descriptor): descriptor.number
    case .none: nil
    }
  }

  /// Ends the writing, and with `syncs` flushes all bytes to the disk. The finished file stays in the folder
  /// of temporary files until it is put in place.
  package func finish(syncs: Bool) throws(SystemError) -> FinishedFile {
    guard let open = descriptor.take() else { throw SystemError(EBADF) }
    do throws(SystemError) {
      if syncs { try open.sync() }
      let identity = try open.status().identity
      try open.close()
      return FinishedFile(name: name, identity: identity)
    } catch {
      unlinkat(folder.descriptor.number, name, 0)
      throw error
    }
  }
}

/// A whole file among a job's temporary files.
package struct FinishedFile: Sendable {
  fileprivate let name: String
  /// The file's identity, which a rename keeps.
  package let identity: FileIdentity

  /// Renames the file to a path of the tree; with `syncs` flushes the name too.
  ///
  /// Throws `EEXIST` if a file is there that must not be replaced.
  package func place(
    from folder: TemporaryFolder, at path: String, in tree: OutputTree, replacing: Bool, syncs: Bool
  ) throws(SystemError) {
    let source = folder.descriptor.number
    try tree.inFolder(of: path) { target, end throws(SystemError) in
      let number = target.number
      try SystemError.check {
        replacing ? renameat(source, name, number, end) : kernel_rename_new(source, name, number, end)
      }
      if syncs { try target.sync() }
    }
  }

  /// Opens the file for reading.
  func open(in folder: TemporaryFolder) throws(SystemError) -> Descriptor {
    try Descriptor.open(name, O_RDONLY | O_NOFOLLOW, below: folder.descriptor.number)
  }

  /// Removes the file.
  package func remove(from folder: TemporaryFolder) { unlinkat(folder.descriptor.number, name, 0) }
}
