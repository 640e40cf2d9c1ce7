import CZlib

/// Data that is compressed as RFC 1950 says, as in PNG.
enum Inflation {
  /// What was packed; nil where that is damaged, or more than `most` bytes.
  static func inflated(_ packed: [UInt8], within most: Int) -> [UInt8]? {
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      var length = uLongf(most)
      isWhole = uncompress(buffer.baseAddress, &length, packed, uLong(packed.count)) == Z_OK
      count = isWhole ? Int(length) : 0
    }
    return isWhole ? bytes : nil
  }
}
