import TestSupport
import Testing

@testable import ReducedJPEG

@Suite("Huffman tables")
struct HuffmanTableTests {
  private static func counts(_ counts: [Int: Int]) -> [UInt8] { (1...16).map { UInt8(counts[$0] ?? 0) } }

  @Test("A code has no more words of a length than are left, and a symbol for each")
  func refused() throws {
    let symbols = [UInt8](0...255)
    #expect(HuffmanCode(counts: Self.counts([1: 2]), symbols: [0, 1]) != nil)
    #expect(HuffmanCode(counts: Self.counts([1: 3]), symbols: [0, 1, 2]) == nil)
    #expect(HuffmanCode(counts: Self.counts([1: 2, 16: 1]), symbols: [0, 1, 2]) == nil)
    #expect(HuffmanCode(counts: Self.counts([1: 1, 2: 2]), symbols: [0, 1, 2]) != nil)
    #expect(HuffmanCode(counts: Self.counts([1: 1, 2: 3]), symbols: [0, 1, 2, 3]) == nil)
    #expect(HuffmanCode(counts: Self.counts([7: 128]), symbols: Array(symbols[..<128])) != nil)
    #expect(HuffmanCode(counts: Self.counts([7: 129]), symbols: Array(symbols[..<129])) == nil)
    #expect(HuffmanCode(counts: Self.counts([8: 128, 16: 128]), symbols: symbols) != nil)
    #expect(HuffmanCode(counts: Self.counts([8: 128, 16: 129]), symbols: symbols + [0]) == nil)
    #expect(HuffmanCode(counts: Self.counts([3: 2]), symbols: [0]) == nil)
    #expect(HuffmanCode(counts: Self.counts([3: 2]), symbols: [0, 1, 2]) == nil)
    #expect(HuffmanCode(counts: [1], symbols: [0]) == nil)
    #expect(HuffmanCode(counts: Self.counts([:]), symbols: []) != nil)
  }

  /// ITU-T T.81, table K.3: categories 0...11 of luminance DC differences.
  @Test("Words of the standard's code are those of its table")
  func standard() throws {
    let code = try #require(
      HuffmanCode(
        counts: Self.counts([2: 1, 3: 5, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 1]), symbols: [UInt8](0...11)))
    let table = [
      "00", "010", "011", "100", "101", "110", "1110", "11110", "111110", "1111110", "11111110", "111111110",
    ]
    for (word, text) in zip(code.words, table) {
      let bits = Int(text, radix: 2).map { $0 << (16 - text.count) }
      #expect(word.bits == bits && word.length == text.count)
    }
    #expect(code.words.map(\.symbol) == Array(0...11))
  }

  /// Codes of any symbols, and those of words of one length.
  private static func codes(_ symbols: [UInt8], _ random: inout SplitMix64) -> [PlainCode] {
    let some = Array(symbols.prefix(255))
    let drawn = (1...12).map { PlainCode.drawn(of: symbols, most: min(symbols.count, 1 << $0), &random) }
    return drawn + [
      PlainCode(counts: counts([16: some.count]), symbols: some),
      PlainCode(counts: counts([1: 1]), symbols: [some[0]]), PlainCode(counts: counts([:]), symbols: []),
      PlainCode(counts: counts([10: 3, 11: 2]), symbols: Array(some.prefix(5))),
    ]
  }

  @Test("The word that any 16 bits begin with is found")
  func words() throws {
    var random = SplitMix64(seed: 4)
    for plain in Self.codes([UInt8](0...255), &random) {
      let table = WordTable(try #require(HuffmanCode(counts: plain.counts, symbols: plain.symbols)))
      let wrong = (0..<1 << 16).first { bits in
        let expected = plain.decode(bits).map { $0.length << 8 | $0.symbol } ?? 0
        return table.lookup.entry(bits) != expected
      }
      #expect(wrong == nil, "\(plain)")
    }
  }

  @Test("A DC difference is what its word's category and bits say, and takes them")
  func differences() throws {
    var random = SplitMix64(seed: 5)
    for plain in Self.codes([UInt8](0...15), &random) {
      let code = try #require(HuffmanCode(counts: plain.counts, symbols: plain.symbols))
      let table = try #require(DCTable(code))
      let wrong = Self.firstWrong(&random) { bits, reader in
        let before = reader.count
        let found = table.lookup.next(&reader)
        guard let word = plain.decode(bits >> 16) else { return found == nil }
        let taken = word.length + word.symbol
        let value = bits >> (32 - taken) & (1 << word.symbol - 1)
        return found == BitReader.extended(value, word.symbol) && before - reader.count == taken
      }
      #expect(wrong == nil, "\(plain)")
    }
    let sixteen = try #require(HuffmanCode(counts: Self.counts([1: 1]), symbols: [16]))
    #expect(DCTable(sixteen) == nil)
  }

  @Test("An AC coefficient is what its word's run, size and bits say, and takes them")
  func coefficients() throws {
    var random = SplitMix64(seed: 6)
    for plain in Self.codes([UInt8](0...255), &random) {
      let table = ACTable(try #require(HuffmanCode(counts: plain.counts, symbols: plain.symbols)))
      let wrong = Self.firstWrong(&random) { bits, reader in
        let before = reader.count
        let found = table.lookup.next(&reader)
        guard let word = plain.decode(bits >> 16) else { return found == nil }
        let (run, size) = (word.symbol >> 4, word.symbol & 15)
        let taken = word.length + size
        let value = BitReader.extended(bits >> (32 - taken) & (1 << size - 1), size)
        let advance = size > 0 || run == 15 ? run + 1 : ACLookup.end
        return found.map { $0 == (value, advance) } == true && before - reader.count == taken
      }
      #expect(wrong == nil, "\(plain)")
    }
  }

  /// The first of all 16 bits, behind which come 16 at random, that `isRight` doesn't hold for.
  private static func firstWrong(
    _ random: inout SplitMix64, _ isRight: (Int, inout BitReader) -> Bool
  ) -> Int? {
    (0..<1 << 16).first { head in
      let bits = head << 16 | Int.random(in: 0...0xFFFF, using: &random)
      let bytes = (0..<4).map { UInt8(bits >> (24 - 8 * $0) & 255) } + [UInt8](repeating: 0xA5, count: 12)
      return bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return true }
        var reader = BitReader(base)
        reader.fill()
        return !isRight(bits, &reader)
      }
    }
  }
}
