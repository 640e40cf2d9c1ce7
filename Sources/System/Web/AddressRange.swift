/// All addresses with the same first bits (RFC 4632, section 3.1; RFC 4291, section 2.3).
package struct AddressRange: Hashable, Sendable {
  /// The lowest address.
  package let first: NetworkAddress
  /// The number of bits that all addresses share, 0 to 128. For IPv4 it is 96 more than the text says.
  package let prefix: Int

  /// The range of a text such as `10.0.0.0/8`, `fd00::/8` or `192.0.2.7`. Nil for any other text, and for an
  /// address with bits that don't belong to the prefix.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first else { return nil }
    let v4 = NetworkAddress(dotted: String(name))
    guard let address = v4 ?? NetworkAddress(v6: String(name)) else { return nil }
    let most = v4 == nil ? 128 : 32
    var length = most
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
        let number = Int(parts[1]), number <= most
      else { return nil }
      length = number
    }
    first = address
    prefix = 128 - most + length
    if address.bits & ~mask != 0 { return nil }
  }

  package func contains(_ address: NetworkAddress) -> Bool { address.bits & mask == first.bits }

  /// The text from which the range can be read.
  package var text: String { "\(first.text)/\(first.v4 == nil ? prefix : prefix - 96)" }

  private var mask: UInt128 { prefix == 0 ? 0 : UInt128.max << (128 - prefix) }
}
