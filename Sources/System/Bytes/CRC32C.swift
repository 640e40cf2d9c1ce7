import Glibc

/// The checksum CRC-32C (Castagnoli's polynomial, RFC 3720 section 12.1), eight bytes at a time.
package enum CRC32C {
  /// Eight tables of 256 entries, one after the other. Entry `b` of table k is the effect of a byte `b` on
  /// the checksum if k more bytes follow.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      tables[byte] = (0..<8).reduce(UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 0 ? 0 : 0x82F6_3B78) }
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()

  /// The checksum of `bytes`.
  package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      var rest: UInt32 = ~0
      let words = bytes.count / 8 * 8
      for start in stride(from: 0, to: words, by: 8) {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        rest = mix(word ^ UInt64(rest), tables)
      }
      for byte in bytes[words...] { rest = rest >> 8 ^ tables[Int((rest ^ UInt32(byte)) & 0xFF)] }
      return ~rest
    }
  }

  /// The checksum of `bytes`.
  package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    if let found = bytes.withContiguousStorageIfAvailable({ of(UnsafeRawBufferPointer($0)) }) { return found }
    return Array(bytes).withUnsafeBytes(of)
  }

  /// The checksum after eight more bytes. `word` is these bytes, XORed with the checksum before them.
  private static func mix(_ word: UInt64, _ tables: UnsafeBufferPointer<UInt32>) -> UInt32 {
    let first = tables[1792 + Int(word & 0xFF)] ^ tables[1536 + Int(word >> 8 & 0xFF)]
    let second = tables[1280 + Int(word >> 16 & 0xFF)] ^ tables[1024 + Int(word >> 24 & 0xFF)]
    let third = tables[768 + Int(word >> 32 & 0xFF)] ^ tables[512 + Int(word >> 40 & 0xFF)]
    let fourth = tables[256 + Int(word >> 48 & 0xFF)] ^ tables[Int(word >> 56)]
    return first ^ second ^ third ^ fourth
  }
}
