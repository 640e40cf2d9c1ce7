import System
import Testing

@Suite struct PercentCodingTests {
  @Test("All bytes but the unreserved ones become two digits, and are read back")
  func allBytes() {
    let all = (0...255).map { UInt8($0) }
    let text = PercentCoding.encode(all, keeping: PercentCoding.isUnreserved)
    // 66 unreserved characters: 26 + 26 letters, 10 digits, 4 signs.
    #expect(text.utf8.count == 66 + 3 * 190)
    #expect(text.hasPrefix("%00%01%02") && text.hasSuffix("%FE%FF") && text.contains("%2F0123456789%3A"))
    #expect(PercentCoding.decode(text.utf8) == all)
    #expect(PercentCoding.decode(text.lowercased().utf8).count == 256)
  }

  @Test("A lone % stays; + is a space in forms alone")
  func loneSigns() {
    #expect(String(decoding: PercentCoding.decode("a%2".utf8), as: UTF8.self) == "a%2")
    #expect(String(decoding: PercentCoding.decode("%%41%G1%1G".utf8), as: UTF8.self) == "%A%G1%1G")
    #expect(String(decoding: PercentCoding.decode("a+b%2B".utf8), as: UTF8.self) == "a+b+")
    #expect(String(decoding: PercentCoding.decode("a+b%2B".utf8, plusIsSpace: true), as: UTF8.self) == "a b+")
  }
}
