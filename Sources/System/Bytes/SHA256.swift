import CNettle

/// A running SHA-256 (FIPS 180-4), by Nettle.
package struct SHA256: ~Copyable {
  /// Nettle's state of this hash. C code can add bytes to it.
  package let context: UnsafeMutablePointer<sha256_ctx>

  package init() {
    context = .allocate(capacity: 1)
    nettle_sha256_init(context)
  }

  /// A hash of bytes that begin with those of `start`.
  package init(after start: Start) {
    context = .allocate(capacity: 1)
    context.initialize(to: start.context)
  }

  deinit { context.deallocate() }

  /// The state of a hash after bytes with which many hashes begin.
  package struct Start: Sendable {
    fileprivate let context: sha256_ctx

    package init(_ bytes: [UInt8]) {
      let running = SHA256()
      bytes.withUnsafeBytes { running.update($0) }
      context = running.context.pointee
    }
  }

  /// Adds bytes.
  package borrowing func update(_ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.baseAddress else { return }
    nettle_sha256_update(context, bytes.count, first.assumingMemoryBound(to: UInt8.self))
  }

  /// The first `bytes` bytes of the digest of everything added so far, in lower-case hexadecimal digits.
  package consuming func finish(bytes: Int = 32) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    nettle_sha256_digest(context, digest.count, &digest)
    return hexadecimal(digest.prefix(bytes))
  }

  /// The first `bytes` bytes of the digest of `input`, in lower-case hexadecimal digits. If there is a `start`, its
  /// bytes come before the input.
  package static func digest(of input: [UInt8], after start: Start? = nil, bytes: Int = 32) -> String {
    let running = if let start { SHA256(after: start) } else { SHA256() }
    input.withUnsafeBytes { running.update($0) }
    return running.finish(bytes: bytes)
  }
}

/// The bytes as text, with two lower-case hexadecimal digits for each byte.
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
