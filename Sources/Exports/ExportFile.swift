import Glibc
import State
import Survey
import System

/// A file for all outputs of a job, such as their annotations, while it is written.
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

  /// Where its bytes go.
  package func open() throws(SystemError) -> Int32 {
    guard let number = file.number else { throw SystemError(EBADF) }
    return number
  }

  /// Hands the whole file over. It is put in its place if it differs from the existing file; `recipe` is
  /// noted.
  package func commit(recipe: String = "") throws(Halted) { try queue.add(file, at: path, recipe: recipe) }
}
