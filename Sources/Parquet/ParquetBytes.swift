import System

/// A file whose bytes are read by their places: a file on a disk, or ranges of an object on a server.
package protocol ParquetBytes: Sendable {
  /// The size of the file in bytes.
  var size: UInt64 { get }

  /// Exactly the bytes of `range`, which lies in the file. Throws ``ParquetFault/Kind/unread`` if they can't
  /// be read.
  func read(_ range: Range<UInt64>) throws(ParquetFault) -> [UInt8]
}

/// An open file on a disk.
package struct ParquetDescriptor: ParquetBytes {
  private let number: Int32
  package let size: UInt64

  /// Reads the open file `number`, which must stay open, and has `size` bytes.
  package init(_ number: Int32, size: UInt64) { (self.number, self.size) = (number, size) }

  package func read(_ range: Range<UInt64>) throws(ParquetFault) -> [UInt8] {
    guard let start = Int(exactly: range.lowerBound),
      let count = Int(exactly: range.upperBound - range.lowerBound)
    else { throw .damaged("it has no bytes \(range)") }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileBytes.read(number, count: count, at: start)
    } catch { throw ParquetFault(.unread, "can't be read: \(error.message)") }
    guard bytes.count == count else { throw ParquetFault(.unread, "became shorter while it was read") }
    return bytes
  }
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
