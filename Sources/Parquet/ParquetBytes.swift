/// A file whose bytes are read by their places: a file on a disk, or ranges of an object on a server.
package protocol ParquetBytes: Sendable {
  /// The size of the file in bytes.
  var size: UInt64 { get }

  /// Exactly the bytes of `range`, which lies in the file. Throws ``ParquetFault/Kind/unread`` if they can't
  /// be read.
  func read(_ range: Range<UInt64>) throws(ParquetFault) -> [UInt8]
}

/// A file in memory.
package struct ParquetMemory: ParquetBytes {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var size: UInt64 { UInt64(bytes.count) }

  package func read(_ range: Range<UInt64>) throws(ParquetFault) -> [UInt8] {
    guard range.upperBound <= size else { throw .damaged("it has no bytes \(range)") }
    return Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
  }
}

extension ParquetBytes {
  /// The bytes of `range`. Throws if the range isn't in the file, or if other bytes come.
  func checkedRead(_ range: Range<UInt64>) throws(ParquetFault) -> [UInt8] {
    guard range.upperBound <= size else { throw .damaged("its bytes end before byte \(range.upperBound)") }
    let bytes = try read(range)
    guard UInt64(bytes.count) == range.upperBound - range.lowerBound else {
      throw ParquetFault(
        .unread, "\(bytes.count) bytes came in place of \(range.upperBound - range.lowerBound)")
    }
    return bytes
  }
}
