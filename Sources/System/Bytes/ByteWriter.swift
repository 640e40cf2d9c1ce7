/// Builds a list of bytes; numbers are little-endian.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Appends all bytes of a number.
  package mutating func number(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends bytes as they are.
  package mutating func raw(_ value: some Sequence<UInt8>) { bytes.append(contentsOf: value) }

  /// Appends a 32-bit count and that number of bytes of UTF-8.
  package mutating func text(_ value: String) {
    number(UInt32(value.utf8.count))
    raw(value.utf8)
  }

  /// Writes a 32-bit number over the one at `offset`.
  package mutating func replace(at offset: Int, with value: UInt32) {
    withUnsafeBytes(of: value.littleEndian) { new in
      for (place, byte) in new.enumerated() { bytes[offset + place] = byte }
    }
  }
}
