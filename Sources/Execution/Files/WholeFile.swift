import Glibc

/// A file that takes its place only when it is whole: written under another name in the same folder, then renamed.
///
/// What isn't committed is removed when it goes out of scope.
package final class WholeFile {
  private let descriptor: Descriptor
  private let temporary: String
  private let destination: String
  private var isCommitted = false

  /// Makes the folders above `destination` and a temporary file beside it, over one that a killed run left.
  package init(_ destination: String) throws(SystemError) {
    self.destination = destination
    let folder = destination.parentFolder
    let name = destination.utf8.dropFirst(folder.utf8.count).drop { $0 == UInt8(ascii: "/") }
    temporary = folder + "/." + String(Substring(name)) + ".upright-tmp"
    do throws(SystemError) {
      descriptor = try Self.create(temporary)
    } catch {
      guard error.code == ENOENT else { throw error }
      try Self.makeFolder(folder)
      descriptor = try Self.create(temporary)
    }
  }

  deinit { if !isCommitted { unlink(temporary) } }

  /// The open temporary file.
  package var number: Int32 { descriptor.number }

  /// Puts the file in its place, over what was there, and tells what it is then.
  ///
  /// With `syncs`, its bytes are on the disk before, and its name after.
  @discardableResult
  package func commit(syncs: Bool = false) throws(SystemError) -> FileIdentity {
    if syncs { try descriptor.sync() }
    let identity = FileIdentity(try descriptor.status())
    try SystemError.check { rename(temporary, destination) }
    isCommitted = true
    if syncs { try Descriptor.open(destination.parentFolder, O_RDONLY | O_DIRECTORY).sync() }
    return identity
  }

  /// Makes a folder and those above it.
  package static func makeFolder(_ path: String) throws(SystemError) {
    // That something else has the name shows when the folder is opened.
    do throws(SystemError) {
      try SystemError.check(allowing: EEXIST) { mkdir(path, 0o777) }
    } catch {
      guard error.code == ENOENT else { throw error }
      try makeFolder(path.parentFolder)
      try SystemError.check(allowing: EEXIST) { mkdir(path, 0o777) }
    }
  }

  private static func create(_ path: String) throws(SystemError) -> Descriptor {
    // A link that someone put there is taken away, not followed.
    try SystemError.check(allowing: ENOENT) { unlink(path) }
    return try Descriptor.open(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o666)
  }
}
