import TestSupport
import Testing

@testable import ReducedJPEG

@Suite("Bits of entropy-coded data")
struct BitReaderTests {
  /// ITU-T T.81, table F.1: category 3 is -7...-4 and 4...7.
  @Test("Bits of a category are its values in order", arguments: 1...15)
  func extended(_ size: Int) {
    let (least, middle, most) = (1 - 1 << size, 1 << (size - 1), 1 << size - 1)
    #expect(BitReader.extended(0, size) == least)
    #expect(BitReader.extended(middle - 1, size) == -middle)
    #expect(BitReader.extended(middle, size) == middle)
    #expect(BitReader.extended(most, size) == most)
  }

  @Test("A category's values by hand")
  func byHand() {
    #expect(BitReader.extended(0, 0) == 0)
    #expect((0...1).map { BitReader.extended($0, 1) } == [-1, 1])
    #expect((0...3).map { BitReader.extended($0, 2) } == [-3, -2, 2, 3])
    #expect((0...7).map { BitReader.extended($0, 3) } == [-7, -6, -5, -4, 4, 5, 6, 7])
  }

  @Test("Bits come from the highest of each byte on, in any lengths")
  func order() {
    var random = SplitMix64(seed: 3)
    let bytes = (0..<4096).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let bits = bytes.flatMap { byte in (0..<8).map { Int(byte) >> (7 - $0) & 1 } }
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var reader = BitReader(base)
      var at = 0
      while at < bits.count - 256 {
        reader.fill()
        #expect(reader.count >= 56)
        let first = Int.random(in: 1...16, using: &random)
        #expect(reader.peek(first) == Self.number(bits[at..<at + first]))
        reader.drop(first)
        at += first
        let size = Int.random(in: 0...15, using: &random)
        #expect(reader.takeExtended(size) == BitReader.extended(Self.number(bits[at..<at + size]), size))
        at += size
        guard Bool.random(using: &random) else { continue }
        reader.rewind()
        #expect(reader.next - base == (at + 7) / 8)
        #expect(reader.count == (8 - at % 8) % 8)
      }
    }
  }

  private static func number(_ bits: ArraySlice<Int>) -> Int { bits.reduce(0) { $0 << 1 | $1 } }
}
