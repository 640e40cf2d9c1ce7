import CKernel
import Glibc

/// A file in memory without a name, for a renderer to write to.
package final class MemoryFile {
  /// The file's name in messages.
  package static let name = "a file in memory"

  private let descriptor: Descriptor

  package init() throws(SystemError) {
    descriptor = Descriptor(owning: try SystemError.check { kernel_memory_file("upright") })
  }

  /// The open file's number.
  package var number: Int32? { descriptor.number }

  /// The file's first `count` bytes.
  package func bytes(_ count: Int) throws(SystemError) -> [UInt8] { try descriptor.read(count, at: 0) }
}
