import Glibc
import State
import Survey
import System

/// One file that an export is writing, such as a file of annotations or a shard of an export.
package final class ExportFile {
  private let queue: ExportQueue
  private let path: String
  private let file: TemporaryFile

  /// Begins the file at a path below the output root.
  package init(_ path: String, in queue: ExportQueue) throws(SystemError) {
    self.queue = queue
    self.path = path
    file = try queue.newFile()
  }

  /// The descriptor to which the file's bytes are written.
  package func open() throws(SystemError) -> Int32 {
    guard let number = file.number else { throw SystemError(EBADF) }
    return number
  }

  /// Gives the whole file to the queue, which puts it in place unless the existing file has the same bytes.
  /// The file's entry in the journal has the recipe `recipe`.
  package func commit(recipe: String = "") throws(Halted) { try queue.add(file, at: path, recipe: recipe) }
}
