import System
import Testing

@Suite struct ChecksumTests {
  private static let text = (0..<4).map { "0\($0)23456789abcdef" }.joined()

  @Test func theTextComesBack() {
    #expect(Checksum(hexadecimal: Self.text)?.hexadecimal == Self.text)
  }

  @Test func everyDigitCounts() throws {
    let sum = Checksum(hexadecimal: Self.text)
    for place in Self.text.indices {
      var other = Self.text
      other.replaceSubrange(place...place, with: Self.text[place] == "7" ? "8" : "7")
      #expect(Checksum(hexadecimal: other) != sum)
    }
  }

  @Test(
    arguments: [
      "", text.uppercased(), text + "0", String(text.dropLast()), text.dropLast() + "g",
      text.dropLast() + "é",
    ].map { String($0) })
  func otherTextIsNone(_ text: String) {
    #expect(Checksum(hexadecimal: text) == nil)
  }
}
