import Glibc
import ImageModel
import Planning
import System

/// A job's notes between runs: a file of lines that grows until it is compacted.
///
/// It takes at most 40 bytes of memory an item. One thread uses it at a time, and one process writes it at
/// a time.
package final class Journal {
  /// Hashes a key's bytes.
  typealias Hash = (UnsafeRawBufferPointer) -> UInt64

  let folder: JournalFolder
  /// The open file; nil if there is none to read.
  var file: Descriptor?
  let hash: Hash
  var reading = JournalReading()
  var index = JournalIndex()
  /// The part of the file that was read last.
  var glance = JournalGlance()
  /// The files that the job put in place or announced by a `will` line, by path. Nil until they are first
  /// needed.
  var files: [ExactText: MadeFiles]?
  /// The reason why no more lines can be written.
  var failure: SystemError?
  /// True for a new journal until its name is known to be on the disk.
  var isNameFresh = false

  /// Opens the journal in the open folder `folder`, or begins one for the job file `jobFile`.
  ///
  /// A cut line is removed, and so is everything from the first damaged line on. A journal without a first
  /// line of this format is replaced.
  package convenience init(folder: Int32, jobFile: String) throws(SystemError) {
    try self.init(folder: folder, jobFile: jobFile, hash: Self.hash)
  }

  /// Opens or begins a journal as ``init(folder:jobFile:)`` does, with another hash function.
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

  /// Opens the journal in the open folder `folder` for reading only; without a file it has no items.
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

  /// The path of the job file, as the journal notes it; nil if the journal notes none.
  package var jobFile: String? { reading.jobFile }

  /// The makers of the items' outputs, as ``JournalReading/makers``.
  package var makers: [Maker] { reading.makers }

  /// The content of the newest `end` line. Nil if there is none, or if a `will`, `item` or `gone` line
  /// follows it.
  package var lastEnd: JournalEnd? { reading.lastEnd }

  /// The number of bytes that opening the journal skipped: all bytes from the first damaged line on. 0 if no
  /// line follows the damaged one.
  package private(set) var droppedBytes = 0

  /// The number of items.
  package var count: Int { index.count }

  /// The number of lines in the file.
  package var lines: Int { reading.lines }

  /// The newest line of an item; nil if there is none that can be parsed.
  package func item(source: String, id: String) throws(SystemError) -> JournalItem? {
    let key = JournalPrinting.key(source: source, id: id)
    guard let line = try line(key), case .item(let item) = JournalLine(line) else { return nil }
    return item
  }

  /// A hash that other processes can't predict.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}
