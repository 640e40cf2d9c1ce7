import Glibc
import Synchronization
import System

/// A job's state folder, `.upright/NAME` below the output root. It has the run lock's file, the journal and
/// the temporary files. The state folder of a shard is, for example, `.upright/NAME/shards/3-of-8`.
package final class StateFolder: Sendable {
  let descriptor: Descriptor
  let temporaries: Descriptor
  private let name: String
  private let made = Atomic<Int>(0)

  /// The folder with the state of all jobs of an output root.
  package static let parent = ".upright"

  /// Makes the folder of the job or shard `name`, unless it exists.
  init(of name: String, in tree: OutputTree) throws(SystemError) {
    self.name = name
    let path = "\(Self.parent)/\(name)"
    descriptor = try tree.makeFolder(of: path + "/journal")
    temporaries = try tree.makeFolder(of: path + "/tmp/file")
    // A shard's folder lies in the job's folder, which is hidden already.
    if !name.contains("/") { try Self.ignore(in: try tree.folder(of: path)) }
  }

  /// Hides the state from git.
  private static func ignore(in folder: borrowing Descriptor) throws(SystemError) {
    do throws(SystemError) {
      let file = try Descriptor.open(
        ".gitignore", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, below: folder.number, mode: 0o666)
      try Descriptor.write(Array("*\n".utf8), to: file.number)
    } catch {
      if error.code != EEXIST { throw error }
    }
  }

  /// A new temporary file. Its name has a number that is used only once.
  package func newFile() throws(SystemError) -> TemporaryFile {
    try TemporaryFile("\(made.add(1, ordering: .relaxed).newValue).tmp", in: self)
  }

  /// Removes this folder. If no other job has a state folder in `.upright`, also removes `.upright`. Then
  /// removes the folders that were made for the output root, if they are empty.
  func remove(from tree: OutputTree) {
    unlinkat(descriptor.number, "tmp", AT_REMOVEDIR)
    for name in ["journal", "lock", "told", "told.new"] { unlinkat(descriptor.number, name, 0) }
    guard let parent = try? tree.folder(of: Self.parent + "/.gitignore") else { return }
    unlinkat(parent.number, name, AT_REMOVEDIR)
    // If other jobs have state folders here, `.upright` stays.
    guard (try? parent.names()) == [".gitignore"] else { return }
    try? tree.remove(Self.parent + "/.gitignore")
    tree.withdraw()
  }

  /// Removes the temporary files that a killed run left. The caller must hold the run lock.
  func removeTemporaries() throws(SystemError) {
    for name in try temporaries.names() { try temporaries.remove(name) }
  }
}
