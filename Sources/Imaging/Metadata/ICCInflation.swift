import CZlib

extension ICCProfile {
  /// A profile that is compressed as RFC 1950 says, as in PNG; nil where that is damaged, or the profile longer than
  /// ``mostBytes``.
  static func inflated(_ packed: [UInt8]) -> [UInt8]? {
    var isWhole = false
    let profile = [UInt8](unsafeUninitializedCapacity: mostBytes) { buffer, count in
      var length = uLongf(mostBytes)
      isWhole = uncompress(buffer.baseAddress, &length, packed, uLong(packed.count)) == Z_OK
      count = isWhole ? Int(length) : 0
    }
    return isWhole ? profile : nil
  }
}
