import System

/// Bytes that a request sends: a part of an open file. All copies share the file.
package struct WebBody: Sendable {
  /// The number of bytes.
  package let bytes: Int
  /// The place of the first byte in the file.
  let offset: Int
  private let file: SharedDescriptor

  /// The `bytes` bytes of `file` from `offset` on. Nobody changes them until the reply.
  package init(_ file: SharedDescriptor, offset: Int = 0, bytes: Int) {
    (self.file, self.offset, self.bytes) = (file, max(0, offset), max(0, bytes))
  }

  /// These bytes, in a sealed file in memory.
  package init(_ bytes: [UInt8]) throws(SystemError) {
    self.init(SharedDescriptor(try MemoryFile(bytes).duplicate()), bytes: bytes.count)
  }

  /// The open file's number.
  var number: Int32 { file.number }
}
