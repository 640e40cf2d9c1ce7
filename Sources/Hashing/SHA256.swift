import CLibCrypto

/// A running SHA-256 (FIPS 180-4), by libcrypto.
package struct SHA256: ~Copyable {
  /// The `EVP_MD_CTX` that C code feeds bytes to.
  package let context: OpaquePointer

  /// Looked up once, since that takes about as long as hashing a kilobyte. It never changes, and libcrypto lets many
  /// threads use it at once: it counts its users by itself.
  nonisolated(unsafe) private static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)

  /// nil when memory runs out.
  package init?() {
    guard let context = EVP_MD_CTX_new() else { return nil }
    guard EVP_DigestInit_ex(context, Self.algorithm, nil) == 1 else {
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

  /// The digest of all input so far, or so many `bytes` of it, in lower-case hexadecimal digits.
  package consuming func finish(bytes: Int = 32) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    EVP_DigestFinal_ex(context, &digest, nil)
    return hexadecimal(digest.prefix(bytes))
  }

  /// The digest of `input`, or so many `bytes` of it; nil when memory runs out.
  package static func digest(of input: [UInt8], bytes: Int = 32) -> String? {
    guard let running = SHA256() else { return nil }
    input.withUnsafeBytes { running.update($0) }
    return running.finish(bytes: bytes)
  }
}

/// Two lower-case hexadecimal digits a byte.
package func hexadecimal(_ bytes: some Collection<UInt8>) -> String {
  String(unsafeUninitializedCapacity: bytes.count * 2) { digits in
    var count = 0
    for byte in bytes {
      digits[count] = digit(byte >> 4)
      digits[count + 1] = digit(byte & 15)
      count += 2
    }
    return count
  }
}

private func digit(_ value: UInt8) -> UInt8 { (value < 10 ? 0x30 : 0x57) + value }
