import TestSupport
import Testing

@testable import ReducedJPEG

@Suite("Coefficients that are passed over")
struct SkipTests {
  /// Bits, of which some make words of a code.
  private struct Bits {
    var list: [Int] = []

    mutating func add(_ value: Int, _ length: Int) {
      for bit in (0..<length).reversed() { list.append(value >> bit & 1) }
    }

    func number(at place: Int) -> Int {
      (place..<place + 16).reduce(0) { $0 << 1 | (list.indices.contains($1) ? list[$1] : 0) }
    }

    /// With room behind for a reader that looks ahead.
    var bytes: [UInt8] {
      (0..<list.count / 8 + 16).map { UInt8(number(at: 8 * $0) >> 8) }
    }
  }

  /// Where a block that goes on at `first` ends, in bits; nil where it has a word too many or none that is one.
  private static func end(_ plain: PlainCode, from first: Int, _ bits: Bits) -> Int? {
    var (k, at) = (first, 0)
    while k < 64 {
      guard let (symbol, length) = plain.decode(bits.number(at: at)) else { return nil }
      at += length + symbol & 15
      if symbol & 15 == 0 && symbol < 0xF0 { return at }
      k += symbol >> 4 + 1
    }
    return k == 64 ? at : nil
  }

  /// Words at random, of which a block's first ones are most often such as fit.
  private static func drawn(_ plain: PlainCode, from first: Int, _ random: inout SplitMix64) -> Bits {
    var bits = Bits()
    var k = first
    let code = HuffmanCode(counts: plain.counts, symbols: plain.symbols)
    let words = code?.words ?? []
    while bits.list.count < 2600 {
      let fitting = words.filter { k + $0.symbol >> 4 < 64 || $0.symbol & 15 == 0 && $0.symbol < 0xF0 }
      if words.isEmpty || fitting.isEmpty || Int.random(in: 0..<300, using: &random) == 0 {
        bits.add(Int.random(in: 0...0xFF, using: &random), 8)
      } else {
        let word = random.pick(fitting)
        bits.add(word.bits >> (16 - word.length), word.length)
        bits.add(Int.random(in: 0...0xFFFF, using: &random), word.symbol & 15)
        k += word.symbol >> 4 + 1
      }
      // Behind the block come others' words.
      if k >= 64 { k = 1 }
    }
    return bits
  }

  /// Symbols of which few, short words are made: those that are passed over together.
  private static func code(_ random: inout SplitMix64) -> PlainCode {
    let any = PlainCode.drawn(of: [UInt8](0...255), most: 256, &random)
    let few = PlainCode.drawn(of: [0xF0, 0, 0x01, 0x11, 0xE1, 0x30, 0x02, 0xF1], most: 8, &random)
    let usual = PlainCode.drawn(
      of: [0, 0xF0] + (0..<4).flatMap { run in (1...6).map { UInt8(run << 4 | $0) } }, most: 26, &random)
    return random.pick([any, few, few, usual, usual])
  }

  @Test("As many bits are passed over as the words of a block take one by one, or it is damaged")
  func skip() throws {
    var random = SplitMix64(seed: 7)
    var (whole, damaged) = (0, 0)
    for _ in 0..<400 {
      let plain = Self.code(&random)
      let table = ACTable(try #require(HuffmanCode(counts: plain.counts, symbols: plain.symbols)))
      for _ in 0..<6 {
        let first = random.pick([1, 1, Int.random(in: 1...64, using: &random)])
        let bits = Self.drawn(plain, from: first, &random)
        let expected = Self.end(plain, from: first, bits)
        let found = Self.skipped(table, from: first, bits.bytes)
        #expect(found == expected, "from \(first): \(plain)")
        if expected == nil { damaged += 1 } else { whole += 1 }
      }
    }
    #expect(whole > 1000 && damaged > 100)
  }

  private static func skipped(_ table: ACTable, from first: Int, _ bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return nil }
      var reader = BitReader(base)
      guard table.lookup.skip(from: first, &reader) else { return nil }
      return (reader.next - base) * 8 - reader.count
    }
  }
}
