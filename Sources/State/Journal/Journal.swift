import Glibc
import ImageModel
import System

/// What a job remembers from run to run: a file of lines that only grows until it is compacted.
///
/// Memory: at most 40 bytes an item. Used by one thread at a time, and written by one process at a time.
package final class Journal {
  /// Makes a number of a key's bytes.
  typealias Hash = (UnsafeRawBufferPointer) -> UInt64

  let folder: JournalFolder
  /// The open file; nil where there is none to read.
  var file: Descriptor?
  let hash: Hash
  var reading = JournalReading()
  var index = JournalIndex()
  /// What was read last.
  var glance = JournalGlance()
  /// The files of the job by their paths, once they were asked for.
  var files: [ExactText: MadeFiles]?
  /// Why nothing more can be written.
  var failure: SystemError?
  /// True until the file's name is known to last.
  var isNameFresh = false

  /// Opens the journal in the open folder `folder` to go on with it, or begins one for the job file `jobFile`.
  ///
  /// A line that was cut off is cut away, and so is all from the first line that is damaged. A journal whose first
  /// line is missing or of another format is begun anew.
  package convenience init(folder: Int32, jobFile: String) throws(SystemError) {
    try self.init(folder: folder, jobFile: jobFile, hash: Self.hash)
  }

  /// As above, with a hash function of one's own.
  init(folder number: Int32, jobFile: String, hash: @escaping Hash) throws(SystemError) {
    folder = try JournalFolder(number)
    self.hash = hash
    folder.remove(JournalFolder.fresh)
    file = try folder.open(JournalFolder.journal, O_RDWR | O_APPEND | O_CREAT)
    let size = try load()
    droppedBytes = reading.droppedBytes
    if reading.end < size { try cut() }
    guard reading.jobFile == nil else { return }
    isNameFresh = true
    try append([.job(file: jobFile)])
  }

  /// Opens the journal in the open folder `folder` for reading only; where there is none it has no items.
  package init(reading folder: Int32) throws(SystemError) {
    self.folder = try JournalFolder(folder)
    hash = Self.hash
    failure = SystemError(EBADF)
    do throws(SystemError) {
      file = try self.folder.open(JournalFolder.journal, O_RDONLY)
    } catch {
      guard error.code == ENOENT else { throw error }
    }
    _ = try load()
    droppedBytes = reading.droppedBytes
  }

  /// The job file that the journal is of; nil where there is none.
  package var jobFile: String? { reading.jobFile }

  /// How the last run ended; nil where anything was announced, made or removed since.
  package var lastEnd: JournalEnd? { reading.lastEnd }

  /// Bytes that were passed over when the journal was opened, for a damaged line that others followed.
  package private(set) var droppedBytes = 0

  /// The items that it knows.
  package var count: Int { index.count }

  /// The lines in the file.
  package var lines: Int { reading.lines }

  /// The newest line of an item; nil where there is none, or none that is understood.
  package func item(source: String, id: String) throws(SystemError) -> JournalItem? {
    let key = JournalPrinting.key(source: source, id: id)
    guard let line = try line(key), case .item(let item) = JournalLine(line) else { return nil }
    return item
  }

  /// A hash that nobody outside this process can foresee.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}
