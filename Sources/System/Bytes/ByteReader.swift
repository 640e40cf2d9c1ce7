/// Reads values from bytes, front to back; numbers are little-endian.
package struct ByteReader {
  private let bytes: [UInt8]
  private var offset = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of bytes left.
  package var count: Int { bytes.count - offset }

  /// The next number. Throws if too few bytes are left.
  package mutating func number<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) throws(WireError)
    -> Value
  {
    let size = Value.bitWidth / 8
    guard count >= size else { throw .endsEarly }
    defer { offset += size }
    return bytes.withUnsafeBytes {
      Value(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Value.self))
    }
  }

  /// The next bytes. Throws if too few are left.
  package mutating func raw(_ size: Int) throws(WireError) -> ArraySlice<UInt8> {
    guard size >= 0, count >= size else { throw .endsEarly }
    defer { offset += size }
    return bytes[offset..<offset + size]
  }

  /// The next `size` bytes as text. Throws if too few are left, or if they aren't UTF-8.
  package mutating func text(_ size: Int) throws(WireError) -> String {
    guard let text = String(validating: try raw(size), as: UTF8.self) else { throw .wrong("text") }
    return text
  }
}

/// Bytes without the expected content.
package enum WireError: Error, Hashable, Sendable {
  /// The bytes end within a value.
  case endsEarly
  /// This number of bytes is left after the expected content.
  case goesOn(Int)
  /// The named part of the bytes has an invalid value.
  case wrong(String)
}
