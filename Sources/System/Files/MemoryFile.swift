import CKernel
import Glibc

/// A file in memory without a name, for another thread or process to write to.
package final class MemoryFile: Sendable {
  /// The file's name in messages.
  package static let name = "a file in memory"

  private let descriptor: Descriptor

  package init() throws(SystemError) {
    descriptor = Descriptor(owning: try SystemError.check { kernel_memory_file("upright") })
  }

  /// A file that nobody can make longer than `most` bytes. The file has this size from the start, but only bytes
  /// that were written take memory.
  package convenience init(most: Int) throws(SystemError) {
    try self.init()
    let number = descriptor.number
    try SystemError.check { ftruncate(number, off_t(most)) }
    try SystemError.check { kernel_seal_growth(number) }
  }

  /// A sealed file with these bytes.
  package convenience init(_ bytes: [UInt8]) throws(SystemError) {
    try self.init()
    try Descriptor.write(bytes, to: descriptor.number, at: 0)
    try seal(bytes.count)
  }

  /// A sealed file with `count` bytes of an open file, from `offset` on. Throws `EIO` if the open file has fewer bytes.
  package convenience init(
    copying count: Int, of file: borrowing Descriptor, at offset: Int
  ) throws(SystemError) {
    try self.init()
    try file.copy(count, from: offset, to: descriptor.number)
    try seal(count)
  }

  /// Cuts the file after its first `count` bytes, and lets nobody change it any more, whoever holds it open.
  package func seal(_ count: Int) throws(SystemError) {
    let number = descriptor.number
    try SystemError.check { ftruncate(number, off_t(count)) }
    try SystemError.check { kernel_seal(number) }
  }

  /// The open file's number.
  package var number: Int32? { descriptor.number }

  /// The same file, open once more.
  package func duplicate() throws(SystemError) -> Descriptor {
    let number = descriptor.number
    return Descriptor(owning: try SystemError.check { fcntl(number, F_DUPFD_CLOEXEC, 0) })
  }

  /// Up to `count` bytes from `offset` on; fewer at the end of the file.
  package func bytes(_ count: Int, at offset: Int = 0) throws(SystemError) -> [UInt8] {
    try descriptor.read(count, at: offset)
  }

  /// Writes all of `bytes` at `offset`. The file must not be sealed.
  package func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    try Descriptor.write(bytes, to: descriptor.number, at: offset)
  }
}
