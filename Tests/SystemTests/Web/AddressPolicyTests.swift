import Testing

@testable import System

@Suite struct AddressPolicyTests {
  private func address(_ text: String) throws -> NetworkAddress {
    try #require(NetworkAddress(dotted: text) ?? NetworkAddress(v6: text))
  }

  @Test("All 28 ranges of the table are read")
  func table() {
    #expect(AddressPolicy.forbidden.count == 28)
  }

  @Test(
    "The ends of each refused range, and the addresses beside it that may be reached",
    arguments: [
      ("0.0.0.0", "0.255.255.255", nil, "1.0.0.0"),
      ("10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"),
      ("100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"),
      ("127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"),
      ("169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"),
      ("172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"),
      ("192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"),
      ("192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"),
      ("192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"),
      ("192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"),
      ("198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"),
      ("198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"),
      ("203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"),
      ("224.0.0.0", "255.255.255.255", "223.255.255.255", nil),
      ("::", "::ffff:ffff", nil, "::1:0:0"),
      ("::ffff:0:0:0", "::ffff:0:ffff:ffff", "::fffe:ffff:ffff:ffff", "::ffff:1:0:0"),
      (
        "64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", "64:ff9b:0:ffff:ffff:ffff:ffff:ffff",
        "64:ff9b:2::"
      ),
      ("100::", "100::1:ffff:ffff:ffff:ffff", "ff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "100:0:0:2::"),
      (
        "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "2001:200::"
      ),
      (
        "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
        "2001:db9::"
      ),
      (
        "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "3fff:1000::"
      ),
      (
        "5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "5f01::"
      ),
      (
        "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "fe00::"
      ),
      ("fe80::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff", nil),
      ("ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", nil, nil),
    ] as [(String, String, String?, String?)])
  func ends(_ first: String, _ last: String, _ before: String?, _ after: String?) throws {
    let policy = AddressPolicy()
    for text in [first, last] { #expect(policy.refusal(of: try address(text)) != nil, "\(text)") }
    for text in [before, after].compactMap({ $0 }) {
      #expect(policy.refusal(of: try address(text)) == nil, "\(text)")
    }
  }

  @Test(
    "An IPv6 address that carries a refused IPv4 address is refused for it",
    arguments: [
      ("::ffff:127.0.0.1", "127.0.0.0/8"), ("64:ff9b::10.0.0.1", "10.0.0.0/8"),
      ("2002:a9fe:a9fe::", "169.254.0.0/16"),
      ("2002:c0a8:1:1:2:3:4:5", "192.168.0.0/16"),
    ])
  func carried(_ text: String, _ range: String) throws {
    #expect(AddressPolicy().refusal(of: try address(text))?.text == range)
  }

  @Test(
    "Protocol assignments are refused, whatever address they carry",
    arguments: [
      "2001::1", "2001:0:4136:e378:8000:63bf:f7f7:f7f7", "2001:2::1", "2001:20::1", "2001:1ff:ffff::",
    ])
  func assignments(_ text: String) throws {
    #expect(AddressPolicy().refusal(of: try address(text))?.text == "2001::/23")
  }

  @Test(
    "An IPv6 address that carries a public IPv4 address may be reached",
    arguments: [
      "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1", "2606:4700:4700::1111", "2001:200::1",
    ])
  func carriedPublic(_ text: String) throws {
    #expect(AddressPolicy().refusal(of: try address(text)) == nil)
  }

  @Test("Allowed ranges lift the refusal for themselves alone, also inside of other addresses")
  func allowed() throws {
    let ranges = ["10.1.0.0/16", "fd00::/8", "127.0.0.1"].compactMap { AddressRange($0) }
    let policy = AddressPolicy(allowed: ranges)
    for text in ["10.1.2.3", "64:ff9b::10.1.2.3", "fd12::1", "127.0.0.1", "::ffff:10.1.0.0"] {
      #expect(policy.refusal(of: try address(text)) == nil, "\(text)")
    }
    for text in ["10.2.0.0", "64:ff9b::10.2.0.0", "fc00::1", "127.0.0.2", "::1"] {
      #expect(policy.refusal(of: try address(text)) != nil, "\(text)")
    }
  }

  @Test(
    "Ranges as text", arguments: ["10.0.0.0/8", "0.0.0.0/0", "192.0.2.7/32", "fc00::/7", "::/0", "::1/128"])
  func ranges(_ text: String) {
    #expect(AddressRange(text)?.text == text)
  }

  @Test("A range without a length is one address")
  func single() {
    #expect(AddressRange("192.0.2.7")?.text == "192.0.2.7/32")
    #expect(AddressRange("::1")?.text == "::1/128")
    #expect(AddressRange("::ffff:10.0.0.0/104")?.text == "10.0.0.0/8")
  }

  @Test(
    "No range",
    arguments: [
      "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.1/8", "10.0.0.0/8/8", "10/8", "10.0.0.0/+8",
      "10.0.0.0/-1",
      "::/129", "fc00::1/7", "localhost", "10.0.0.0 /8", "::ffff:0:0/90", "10.0.0.0/99999999999999999999",
    ])
  func noRanges(_ text: String) {
    #expect(AddressRange(text) == nil)
  }
}
