/// Decides which addresses a URL of a list or of a job file may reach. Addresses of the machine itself, of
/// private networks and of special use are refused.
package struct AddressPolicy: Hashable, Sendable {
  /// The ranges that the user allows in spite of ``forbidden``.
  package let allowed: [AddressRange]

  package init(allowed: [AddressRange] = []) { self.allowed = allowed }

  /// The range for which `address` is refused; nil if it may be reached. Some IPv6 addresses carry an IPv4
  /// address, to which a gateway passes the packets. The IPv4 address is then decided on too.
  package func refusal(of address: NetworkAddress) -> AddressRange? {
    if allowed.contains(where: { $0.contains(address) }) { return nil }
    if let range = Self.forbidden.first(where: { $0.contains(address) }) { return range }
    for carried in Self.carried(by: address) {
      if let range = refusal(of: carried) { return range }
    }
    return nil
  }

  /// The IPv4 addresses inside an IPv6 address.
  private static func carried(by address: NetworkAddress) -> [NetworkAddress] {
    func v4(endingAt bit: Int) -> NetworkAddress {
      NetworkAddress(v4: UInt32(truncatingIfNeeded: address.bits >> (128 - bit)))
    }
    if nat64?.contains(address) == true { return [v4(endingAt: 128)] }
    if sixToFour?.contains(address) == true { return [v4(endingAt: 48)] }
    return []
  }

  /// RFC 6052, section 2.1: the last 32 bits are an IPv4 address.
  private static let nat64 = AddressRange("64:ff9b::/96")
  /// RFC 3056, section 2: bits 16 to 47 are an IPv4 address.
  private static let sixToFour = AddressRange("2002::/16")

  /// The ranges that no URL may reach: those of IANA's registries of special-purpose addresses (RFC 6890) that
  /// aren't globally reachable, multicast, and retired ranges.
  package static let forbidden: [AddressRange] = [
    "0.0.0.0/8",  // this network: RFC 791, section 3.2
    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",  // private: RFC 1918, section 3
    "100.64.0.0/10",  // shared by a provider's customers: RFC 6598, section 7
    "127.0.0.0/8",  // loopback: RFC 1122, section 3.2.1.3
    "169.254.0.0/16",  // link-local, with the metadata service of clouds: RFC 3927, section 2.1
    "192.0.0.0/24",  // protocol assignments: RFC 6890, section 2.1
    "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24",  // documentation: RFC 5737, section 3
    "192.88.99.0/24",  // retired relays of 6to4: RFC 7526, section 4
    "198.18.0.0/15",  // measurements: RFC 2544, appendix C.2.2
    "224.0.0.0/4",  // multicast: RFC 5771, section 3
    "240.0.0.0/4",  // reserved: RFC 1112, section 4; broadcast: RFC 8190, section 2.2
    "::/96",  // unspecified, loopback, retired forms of IPv4: RFC 4291, sections 2.5.2, 2.5.3, 2.5.5.1
    "::ffff:0:0:0/96",  // IPv4 behind a translator: RFC 2765, section 2.1
    "64:ff9b:1::/48",  // private translators: RFC 8215, section 3
    "100::/64", "100:0:0:1::/64",  // packets to drop, and dummies: RFC 6666, section 4; RFC 9780, section 2
    "2001::/23",  // protocol assignments: RFC 2928
    "2001:db8::/32", "3fff::/20",  // documentation: RFC 3849, section 2; RFC 9637, section 2
    "5f00::/16",  // segment identifiers: RFC 9602, section 5
    "fc00::/7",  // private: RFC 4193, section 3.1
    "fe80::/10",  // link-local: RFC 4291, section 2.5.6
    "fec0::/10",  // site-local, retired: RFC 3879, section 4
    "ff00::/8",  // multicast: RFC 4291, section 2.7
  ].compactMap { AddressRange($0) }
}
