import Synchronization
import System

/// The folder of a job's or shard's temporary files. It lies in the output root, so that a rename puts a file in place.
package final class TemporaryFolder: Sendable {
  static let name = "tmp"

  let descriptor: Descriptor
  private let made = Atomic<Int>(0)

  /// Makes the folder of the job or shard `name`, unless it exists. The caller must hold the run lock beside it.
  init(of name: String, in place: StatePlace) throws(SystemError) {
    descriptor = try place.tree.makeFolder(of: place.path("\(name)/\(Self.name)/file"))
  }

  /// A new temporary file. Its name has a number that is used only once.
  package func newFile() throws(SystemError) -> TemporaryFile {
    try TemporaryFile("\(made.add(1, ordering: .relaxed).newValue).tmp", in: self)
  }

  /// Removes the temporary files that a killed run left. The caller must hold the run lock.
  func removeAll() throws(SystemError) {
    for name in try descriptor.names() { try descriptor.remove(name) }
  }
}
