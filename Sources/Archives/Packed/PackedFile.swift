import System

/// A compressed file whose bytes are read by position: a file on a disk, or ranges of an object on a server.
package protocol PackedFile: Sendable {
  /// The size of the file in bytes.
  func size() throws(SystemError) -> Int

  /// Up to `count` bytes from `offset` on, fewer if the file ends first.
  func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8]
}

extension SharedDescriptor: PackedFile {
  package func size() throws(SystemError) -> Int { try FileStatus(of: number).bytes }

  package func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    try FileBytes.read(number, count: count, at: offset)
  }
}
