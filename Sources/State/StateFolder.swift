import Glibc
import Synchronization
import System

/// A job's own folder below its output root, `.upright/NAME`, or that of a part of it, such as
/// `.upright/NAME/shards/3-of-8`: lock, journal and temporaries.
package final class StateFolder: Sendable {
  let descriptor: Descriptor
  let temporaries: Descriptor
  private let name: String
  private let made = Atomic<Int>(0)

  /// The name of the folder that holds the state of all jobs of one root.
  package static let parent = ".upright"

  /// Makes the folder of the job or part `name`, as far as it isn't there.
  init(of name: String, in tree: OutputTree) throws(SystemError) {
    self.name = name
    let path = "\(Self.parent)/\(name)"
    descriptor = try tree.makeFolder(of: path + "/journal")
    temporaries = try tree.makeFolder(of: path + "/tmp/file")
    // That of a part lies in the job's own.
    if !name.contains("/") { try Self.ignore(in: try tree.folder(of: path)) }
  }

  /// Keeps the state out of the way of git.
  private static func ignore(in folder: borrowing Descriptor) throws(SystemError) {
    do throws(SystemError) {
      let file = try Descriptor.open(
        ".gitignore", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, below: folder.number, mode: 0o666)
      try Descriptor.write(Array("*\n".utf8), to: file.number)
    } catch {
      if error.code != EEXIST { throw error }
    }
  }

  /// A new temporary file. Numbers are used once.
  package func newFile() throws(SystemError) -> TemporaryFile {
    try TemporaryFile("\(made.add(1, ordering: .relaxed).newValue).tmp", in: self)
  }

  /// Takes the folder away, and those above it that it leaves empty, down to the tree's own.
  func remove(from tree: OutputTree) {
    unlinkat(descriptor.number, "tmp", AT_REMOVEDIR)
    for name in ["journal", "lock", "told", "told.new"] { unlinkat(descriptor.number, name, 0) }
    guard let parent = try? tree.folder(of: Self.parent + "/.gitignore") else { return }
    unlinkat(parent.number, name, AT_REMOVEDIR)
    // Other jobs' folders keep it.
    guard (try? parent.names()) == [".gitignore"] else { return }
    try? tree.remove(Self.parent + "/.gitignore")
    tree.withdraw()
  }

  /// Removes what a killed run has left. Only for whoever holds the job's lock.
  func removeTemporaries() throws(SystemError) {
    for name in try temporaries.names() { try temporaries.remove(name) }
  }
}
