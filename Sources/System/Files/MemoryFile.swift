import CKernel
import Glibc

/// A file without a name that lies in memory, for a renderer to write to.
package final class MemoryFile {
  /// What messages call it, which nobody has named.
  package static let name = "a file in memory"

  private let descriptor: Descriptor

  package init() throws(SystemError) {
    descriptor = Descriptor(owning: try SystemError.check { kernel_memory_file("upright") })
  }

  /// The open file.
  package var number: Int32? { descriptor.number }

  /// All that it holds, which is so many bytes.
  package func bytes(_ count: Int) throws(SystemError) -> [UInt8] { try descriptor.read(count, at: 0) }
}
