import CZlib

/// Data compressed by zlib (RFC 1950), as in PNG.
package enum Inflation {
  /// The decompressed data; nil if it is damaged or longer than `most` bytes.
  package static func inflated(_ packed: [UInt8], within most: Int) -> [UInt8]? {
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      var length = uLongf(most)
      isWhole = uncompress(buffer.baseAddress, &length, packed, uLong(packed.count)) == Z_OK
      count = isWhole ? Int(length) : 0
    }
    return isWhole ? bytes : nil
  }
}
