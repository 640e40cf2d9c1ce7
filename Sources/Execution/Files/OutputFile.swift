import Glibc
import ImageModel

/// A file that takes its place only when it is whole: written under another name in the same folder, then renamed.
///
/// What isn't committed is removed when it goes out of scope.
package final class OutputFile {
  private let descriptor: Descriptor
  private let temporary: String
  private let destination: String
  private let name: String
  private var isCommitted = false

  /// Makes the folders above `destination` and a temporary file beside it.
  ///
  /// Throws `write_failed`, which calls the file `name`: where the base folder lies is no matter of manifests.
  package init(_ destination: String, name: String) throws(Finding) {
    self.destination = destination
    self.name = name
    let folder = destination.parentFolder
    // By chance, since another machine may write to the same folder.
    temporary = folder + "/.upright-" + String(UInt64.random(in: 0 ... .max), radix: 16) + ".tmp"
    do throws(SystemError) {
      do throws(SystemError) {
        descriptor = try Self.create(temporary)
      } catch {
        guard error.code == ENOENT else { throw error }
        try Self.makeFolder(folder)
        descriptor = try Self.create(temporary)
      }
    } catch {
      throw Finding(.writeFailed, "'\(name)' can't be written: \(error.message)")
    }
  }

  deinit { if !isCommitted { unlink(temporary) } }

  /// The open temporary file.
  package var number: Int32 { descriptor.number }

  /// Puts the file in its place, over what was there. Throws `write_failed`.
  package func commit() throws(Finding) {
    guard rename(temporary, destination) == 0 else {
      throw Finding(.writeFailed, "'\(name)' can't be put in place: \(SystemError.last.message)")
    }
    isCommitted = true
  }

  /// Makes a folder and those above it.
  package static func makeFolder(_ path: String) throws(SystemError) {
    if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
    guard errno == ENOENT else { throw .last }
    try makeFolder(path.parentFolder)
    if mkdir(path, 0o777) != 0 && errno != EEXIST { throw .last }
  }

  private static func create(_ path: String) throws(SystemError) -> Descriptor {
    try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
  }
}
