import Glibc
import System

/// The folder of a journal.
struct JournalFolder: ~Copyable {
  /// The name of the journal.
  static let journal = "journal"
  /// The name of a new journal until it is whole.
  static let fresh = "journal.new"

  private let descriptor: Descriptor

  /// Duplicates the descriptor `number` of an open folder.
  init(_ number: Int32) throws(SystemError) {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .last }
    descriptor = Descriptor(owning: copy)
  }

  /// Opens a regular file of the folder. A link, FIFO or device under that name is refused.
  func open(_ name: String, _ flags: Int32) throws(SystemError) -> Descriptor {
    let safe = flags | O_NOFOLLOW | O_NONBLOCK
    let file = try Descriptor.open(name, safe, below: descriptor.number, mode: 0o666)
    guard try !file.status().isSpecial else { throw SystemError(EINVAL) }
    return file
  }

  /// Removes a file of the folder, if it is there.
  func remove(_ name: String) { unlinkat(descriptor.number, name, 0) }

  /// Replaces the old journal with the new one.
  func replace() throws(SystemError) {
    let number = descriptor.number
    try SystemError.check { renameat(number, Self.fresh, number, Self.journal) }
  }

  /// Flushes the folder's names to the disk.
  func sync() throws(SystemError) {
    try descriptor.sync()
  }
}
