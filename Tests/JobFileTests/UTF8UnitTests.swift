import TestSupport
import Testing

@testable import JobFile

@Suite struct UTF8UnitTests {
  /// Bytes that stand at the edges of the standard's table of well-formed sequences.
  private static let edges: [UInt8] = [
    0x00, 0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
    0xEE,
    0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
  ]

  @Test func agreesWithTheStandardLibraryOnWhatIsUTF8() {
    var generator = SplitMix64(seed: 8)
    var valid = 0
    for _ in 0..<20_000 {
      let length = Int.random(in: 1...4, using: &generator)
      let bytes = (0..<length).compactMap { _ in Self.edges.randomElement(using: &generator) }
      let text = String(validating: bytes, as: UTF8.self)
      valid += text == nil ? 0 : 1
      guard UTF8Unit.areAllValid(in: bytes[...]) == (text != nil) else {
        Issue.record("\(bytes)")
        return
      }
      if let text { #expect(UTF8Unit.display(bytes[...]) == text) }
    }
    #expect(valid > 500)
  }

  @Test func onlyBadBytesArePercentEncoded() {
    let bytes: [UInt8] = [0x25, 0xC3, 0xA4, 0xC3, 0x2F, 0xED, 0xA0, 0x80, 0xE2, 0x82, 0xAC, 0xFF]
    #expect(UTF8Unit.display(bytes[...]) == "%\u{E4}%C3/%ED%A0%80\u{20AC}%FF")
  }
}
