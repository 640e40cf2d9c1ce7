import Testing

@testable import ImageModel

@Suite struct PictureHashTests {
  @Test("A hash is text of 16 digits, with the first bit in front")
  func text() {
    let hash = PictureHash([true, false, false, true] + [Bool](repeating: false, count: 59) + [true])
    #expect(hash.description == "9000000000000001")
    #expect(PictureHash("9000000000000001") == hash)
    #expect(PictureHash(5).description == "0000000000000005")
    for wrong in ["5", "900000000000000g", "9A00000000000001", "+000000000000005", ""] {
      #expect(PictureHash(wrong) == nil, "\(wrong)")
    }
  }
}
