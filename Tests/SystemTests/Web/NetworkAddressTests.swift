import System
import TestSupport
import Testing

@Suite struct NetworkAddressTests {
  @Test(
    "All forms of an IPv4 address, read as inet_aton reads them",
    arguments: [
      ("127.0.0.1", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("0x7f000001", "127.0.0.1"),
      ("0X7F000001", "127.0.0.1"), ("017700000001", "127.0.0.1"), ("127.1", "127.0.0.1"),
      ("127.0.1", "127.0.0.1"), ("0177.0.0.1", "127.0.0.1"), ("0x7f.1", "127.0.0.1"),
      ("192.168.257", "192.168.1.1"), ("10.0x10.0402", "10.16.1.2"), ("0300.0250.1", "192.168.0.1"),
      ("0", "0.0.0.0"), ("4294967295", "255.255.255.255"),
    ])
  func forms(_ text: String, _ dotted: String) {
    #expect(NetworkAddress(anyForm: text)?.text == dotted)
  }

  @Test(
    "No IPv4 address",
    arguments: [
      "1.2.3.256", "1.2.3.4.5", "256.1", "08.1", "0x", "4294967296", "1.16777216", "", ".", "1..2", "-1",
      "+1",
      "1.2.3.4 ", "1.2.3.4\0", " 1.2.3.4", "a", "1.2.3.4/8", "x.1", "0x1.0xg",
    ])
  func noForms(_ text: String) {
    #expect(NetworkAddress(anyForm: text) == nil)
  }

  @Test("Numbers become four bytes, the first one the highest")
  func allNumbers() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<2000 {
      let number = UInt32.random(in: 0...UInt32.max, using: &random)
      let bytes = (0..<4).map { number >> (24 - 8 * $0) & 255 }
      let dotted = bytes.map { "\($0)" }.joined(separator: ".")
      let octal = bytes.map { "0" + String($0, radix: 8) }.joined(separator: ".")
      let short = "0x" + String(bytes[0], radix: 16) + ".\(number & 0xFF_FFFF)"
      for text in ["\(number)", "0x" + String(number, radix: 16), octal, short, dotted] {
        #expect(NetworkAddress(anyForm: text)?.text == dotted)
      }
      #expect(NetworkAddress(dotted: dotted)?.v4 == number)
      #expect(NetworkAddress(v6: "::ffff:\(dotted)") == NetworkAddress(v4: number))
    }
  }

  @Test(
    "Four decimal numbers alone are the plain form",
    arguments: ["127.1", "2130706433", "0177.0.0.1", "1.2.3.4\0", ""])
  func notDotted(_ text: String) {
    #expect(NetworkAddress(dotted: text) == nil)
  }

  /// Values by Python's `ipaddress`, and the texts of RFC 5952, section 4.
  @Test(
    "IPv6 addresses",
    arguments: [
      ("::", "::", 0), ("::1", "::1", 1),
      ("2001:DB8::0:1", "2001:db8::1", 42_540_766_411_282_592_856_903_984_951_653_826_561),
      ("1:0:0:2:0:0:0:3", "1:0:0:2::3", 5_192_296_858_534_864_522_018_643_748_323_331),
      ("64:ff9b::127.0.0.1", "64:ff9b::7f00:1", 524_413_980_667_603_649_783_483_183_442_952_193),
      ("2002:7f00:1::", "2002:7f00:1::", 42_548_256_324_855_250_276_142_342_851_717_496_832),
      ("::ffff:7f00:1", "127.0.0.1", 281_472_812_449_793),
      ("0:0:0:0:0:ffff:10.0.0.1", "10.0.0.1", 281_470_849_515_521),
    ] as [(String, String, UInt128)])
  func v6(_ text: String, _ shown: String, _ bits: UInt128) {
    let address = NetworkAddress(v6: text)
    #expect(address?.text == shown)
    #expect(address?.bits == bits)
  }

  @Test(
    "No IPv6 address",
    arguments: [
      "", ":", ":::", "1", "1:2:3:4:5:6:7", "1::2::3", "12345::", "::g", "fe80::1%eth0", "fe80::1%251",
      "::1\0", "[::1]", "::127.1", "::ffff:0177.0.0.1",
    ])
  func noV6(_ text: String) {
    #expect(NetworkAddress(v6: text) == nil)
  }
}
