/// CRC-32C (RFC 3720, section 12.1) as its polynomial defines it: slow, and easy to check.
package enum BitwiseCRC32C {
  /// The checksum of `bytes`, one bit at a time.
  package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var rest: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      rest ^= UInt32(byte)
      for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0x82F6_3B78 : rest >> 1 }
    }
    return rest ^ 0xFFFF_FFFF
  }
}
