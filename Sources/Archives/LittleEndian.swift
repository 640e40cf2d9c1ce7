extension ArraySlice<UInt8> {
  /// The little-endian number `offset` bytes behind the start; nil if the bytes end before it does.
  func number<Value: FixedWidthInteger>(at offset: Int, _ type: Value.Type = Value.self) -> Value? {
    guard offset >= 0, offset <= count - Value.bitWidth / 8 else { return nil }
    return withUnsafeBytes {
      Value(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Value.self))
    }
  }

  /// The `count` bytes that begin `offset` bytes behind the start; nil if there are fewer.
  func part(at offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else { return nil }
    return self[(startIndex + offset)..<(startIndex + offset + count)]
  }
}
