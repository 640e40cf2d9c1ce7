import CLibCrypto

/// A running SHA-256 (FIPS 180-4), by libcrypto.
package struct SHA256: ~Copyable {
  /// The `EVP_MD_CTX` that C code feeds bytes to.
  package let context: OpaquePointer

  /// nil when memory runs out.
  package init?() {
    guard let context = EVP_MD_CTX_new() else { return nil }
    guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      EVP_MD_CTX_free(context)
      return nil
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Takes in more bytes.
  package borrowing func update(_ bytes: UnsafeRawBufferPointer) {
    EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
  }

  /// The digest of all bytes so far, in 64 lower-case hexadecimal digits.
  package consuming func finish() -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    EVP_DigestFinal_ex(context, &digest, nil)
    return hexadecimal(digest)
  }

  /// The digest of `bytes`; nil when memory runs out.
  package static func digest(of bytes: some Sequence<UInt8>) -> String? {
    guard let running = SHA256() else { return nil }
    Array(bytes).withUnsafeBytes { running.update($0) }
    return running.finish()
  }
}

/// Two lower-case hexadecimal digits a byte.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
