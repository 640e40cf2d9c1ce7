import Glibc
import System

/// A small file in a folder of the state.
enum StateFile {
  /// Puts a file of these pieces into a folder, whole or not at all. It isn't flushed. `folder` is the folder's
  /// descriptor. Two calls with one name must not overlap.
  static func put(_ name: String, _ pieces: [[UInt8]], in folder: Int32) throws(SystemError) {
    let fresh = fresh(name)
    try SystemError.check(allowing: ENOENT) { unlinkat(folder, fresh, 0) }
    let file = try Descriptor.open(
      fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, below: folder, mode: 0o666)
    do throws(SystemError) {
      for piece in pieces { try Descriptor.write(piece, to: file.number) }
      try SystemError.check { renameat(folder, fresh, folder, name) }
    } catch {
      unlinkat(folder, fresh, 0)
      throw error
    }
  }

  /// The name of the file until it is whole.
  static func fresh(_ name: String) -> String { name + ".new" }
}
