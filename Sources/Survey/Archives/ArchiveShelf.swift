import Synchronization
import System

/// The place where indexes of a job's archives are kept from run to run: a folder beside the job's state, with a file
/// for each archive. A process whose run writes there gives a function that writes; all others only read. A missing or
/// damaged file costs the time of a scan.
package final class ArchiveShelf: Sendable {
  /// Writes a file under a name of the folder. Its bytes come in pieces. The file appears whole or not at all.
  package typealias Write = @Sendable (_ name: String, _ pieces: [[UInt8]]) throws(SystemError) -> Void

  private struct Writer {
    let write: Write
    /// Gets the first error.
    let tell: @Sendable (SystemError) -> Void
  }

  private let folder: String
  private let base: [UInt8]
  private let writer = Mutex<Writer?>(nil)
  private let asked = Mutex<Set<String>>([])
  private let isUnread = Atomic<Bool>(false)

  /// The shelf in the folder at an absolute path, which may be missing. The paths of archives below `base`, which ends
  /// in a slash, count from there. So another machine may have the archives in another place.
  init(_ folder: String, base: [UInt8]) { (self.folder, self.base) = (folder, base) }

  /// Writes the files of archives from now on.
  func keep(by write: @escaping Write, tell: @escaping @Sendable (SystemError) -> Void) {
    writer.withLock { $0 = Writer(write: write, tell: tell) }
  }

  /// Reads no file from now on.
  func ignore() { isUnread.store(true, ordering: .relaxed) }

  /// True unless ``ignore()`` was called.
  var isRead: Bool { !isUnread.load(ordering: .relaxed) }

  /// The names of the files of all archives that were asked for.
  var names: Set<String> { asked.withLock { $0 } }

  /// The place of the archive at a path.
  func slot(of path: [UInt8], _ label: ArchiveLabel) -> ArchiveSlot {
    let name = note(path)
    return ArchiveSlot(shelf: self, name: name, path: "\(folder)/\(name)", label: label)
  }

  /// Notes that the job has the archive at a path, be it readable or not. Returns the name of its file.
  @discardableResult
  func note(_ path: [UInt8]) -> String {
    let name = SHA256.digest(of: path.starts(with: base) ? Array(path.dropFirst(base.count)) : path)
    asked.withLock { _ = $0.insert(name) }
    return name
  }

  /// Writes a file, if this process writes.
  func write(_ name: String, _ pieces: () -> [[UInt8]]) {
    guard let writer = writer.withLock({ $0 }) else { return }
    do throws(SystemError) { try writer.write(name, pieces()) } catch {
      // After an error, each further try would likely fail too.
      let isFirst = self.writer.withLock { $0.take() != nil }
      if isFirst { writer.tell(error) }
    }
  }
}
