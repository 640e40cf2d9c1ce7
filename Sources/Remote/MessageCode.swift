import CNettle

/// Codes that only the holder of a key can compute.
enum MessageCode {
  /// HMAC-SHA-256 (RFC 2104, section 2), 32 bytes, by Nettle.
  static func sha256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    var context = hmac_sha256_ctx()
    nettle_hmac_sha256_set_key(&context, key.count, key)
    nettle_hmac_sha256_update(&context, message.count, message)
    var code = [UInt8](repeating: 0, count: 32)
    nettle_hmac_sha256_digest(&context, code.count, &code)
    return code
  }
}
