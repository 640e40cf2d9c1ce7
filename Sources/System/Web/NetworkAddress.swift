import Glibc

/// An IP address in 16 bytes. An IPv4 address is held in its mapped form, `::ffff:a.b.c.d` (RFC 4291,
/// section 2.5.5.2).
package struct NetworkAddress: Hashable, Sendable {
  /// The 16 bytes as one number. The first byte is the most significant one.
  package let bits: UInt128

  package init(bits: UInt128) { self.bits = bits }

  /// An IPv4 address. Its first byte is the most significant one.
  package init(v4: UInt32) { bits = Self.mapped | UInt128(v4) }

  /// The address of an IPv6 text (RFC 4291, section 2.2), without brackets or zone; nil for any other text.
  package init?(v6 text: String) {
    var address = in6_addr()
    guard !text.utf8.contains(0), inet_pton(AF_INET6, text, &address) == 1 else { return nil }
    bits = withUnsafeBytes(of: address) { $0.reduce(0) { $0 << 8 | UInt128($1) } }
  }

  /// The address of four decimal numbers; nil for any other text.
  package init?(dotted text: String) {
    var address = in_addr()
    guard !text.utf8.contains(0), inet_pton(AF_INET, text, &address) == 1 else { return nil }
    self.init(v4: UInt32(bigEndian: address.s_addr))
  }

  /// The address of one to four numbers, each of them decimal, octal (`0`) or hexadecimal (`0x`). `inet_aton`
  /// and libcurl take these forms. Nil for any other text.
  package init?(anyForm text: String) {
    // `inet_aton` ignores what follows white space.
    let digits = text.utf8.allSatisfy {
      PercentCoding.value(of: $0) != nil || $0 | 0x20 == UInt8(ascii: "x") || $0 == UInt8(ascii: ".")
    }
    var address = in_addr()
    guard digits, inet_aton(text, &address) != 0 else { return nil }
    self.init(v4: UInt32(bigEndian: address.s_addr))
  }

  /// The IPv4 address that a mapped address holds; nil for other addresses.
  package var v4: UInt32? { bits & ~0xFFFF_FFFF == Self.mapped ? UInt32(truncatingIfNeeded: bits) : nil }

  /// Four decimal numbers, or the shortest IPv6 text (RFC 5952), without brackets.
  package var text: String {
    if let v4 { return (0..<4).map { String(v4 >> (24 - 8 * $0) & 255) }.joined(separator: ".") }
    var address = in6_addr()
    withUnsafeMutableBytes(of: &address) { bytes in
      for place in bytes.indices { bytes[place] = UInt8(truncatingIfNeeded: bits >> (120 - 8 * place)) }
    }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
      inet_ntop(AF_INET6, &address, buffer.baseAddress, socklen_t(buffer.count)).map { String(cString: $0) }
        ?? ""
    }
  }

  private static let mapped: UInt128 = 0xFFFF_0000_0000
}
