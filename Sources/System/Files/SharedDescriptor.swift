/// An open file that several values use. It is closed when the last one is gone.
package final class SharedDescriptor: Sendable {
  private let descriptor: Descriptor

  package init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

  /// The open file's number.
  package var number: Int32 { descriptor.number }

  /// A sealed file in memory with `count` of the file's bytes, from `offset` on. Throws `EIO` if the file has fewer
  /// bytes.
  package func contents(_ count: Int, at offset: Int) throws(SystemError) -> MemoryFile {
    try MemoryFile(copying: count, of: descriptor, at: offset)
  }
}
