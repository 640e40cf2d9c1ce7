import CZlib

/// A running CRC-32 (RFC 1952, section 8), by zlib.
package struct CRC32: Hashable, Sendable {
  /// The checksum of all bytes so far.
  package private(set) var value: UInt32 = 0

  package init() {}

  /// Adds bytes.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { add($0) }
    if isDone == nil { Array(bytes).withUnsafeBufferPointer { add($0) } }
  }

  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    var rest = bytes[...]
    // zlib counts by 32 bits.
    while !rest.isEmpty {
      let piece = UnsafeBufferPointer(rebasing: rest.prefix(1 << 30))
      value = UInt32(truncatingIfNeeded: crc32(uLong(value), piece.baseAddress, uInt(piece.count)))
      rest = rest.dropFirst(piece.count)
    }
  }

  /// The checksum of `bytes`.
  package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var running = CRC32()
    running.add(bytes)
    return running.value
  }
}
