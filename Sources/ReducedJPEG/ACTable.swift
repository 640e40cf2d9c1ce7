/// Decodes AC coefficients of sequential scans (ITU-T T.81, F.2.2.2), or skips several at a time.
final class ACTable {
  let lookup: ACLookup
  private let words: WordTable
  private let values: TableMemory<Int32>
  /// The tables of ``ACLookup/skips`` for all numbers of bits up to ``ACLookup/skipLength``.
  private let skips: TableMemory<UInt16>

  init(_ code: HuffmanCode) {
    words = WordTable(code)
    values = TableMemory(1 << ACLookup.valueLength)
    skips = TableMemory(2 << ACLookup.skipLength)
    lookup = ACLookup(
      values: values.base, skips: skips.base + 1 << ACLookup.skipLength, words: words.lookup)
    fillValues()
    for length in 0...ACLookup.skipLength { fillSkips(length) }
  }

  private func fillValues() {
    forEachWord(within: ACLookup.valueLength) { word, range in
      let rest = ACLookup.valueLength - word.length - word.size
      if rest < 0 { return }
      for value in 0..<1 << word.size {
        let entry =
          BitReader.extended(value, word.size) << 16 | word.advance << 5 | word.length + word.size
        (values.base + range.lowerBound + value << rest).update(repeating: Int32(entry), count: 1 << rest)
      }
    }
  }

  /// Fills the table of skips for `length` bits, from the tables for fewer bits. The table for n bits begins at
  /// index 2ⁿ of ``skips``.
  private func fillSkips(_ length: Int) {
    let table = skips.base + 1 << length
    forEachWord(within: length) { word, range in
      let alone = UInt16(word.advance << 5 | word.length + word.size)
      let rest = max(0, length - word.length - word.size)
      if word.advance == ACLookup.end || rest == 0 {
        (table + range.lowerBound).update(repeating: alone, count: range.count)
        return
      }
      let followers = skips.base + 1 << rest
      for first in stride(from: range.lowerBound, to: range.upperBound, by: 1 << rest) {
        for bits in 0..<1 << rest {
          // Both parts of an entry are sums. If the sum has more than a block's coefficients, the word stands alone.
          let both = followers[bits] &+ alone
          table[first + bits] = both &>> 5 & 127 < 64 ? both : alone
        }
      }
    }
  }

  /// Calls `body` for each code word of at most `length` bits, with the range of numbers of `length` bits that begin
  /// with the word.
  private func forEachWord(within length: Int, _ body: (ACWord, Range<Int>) -> Void) {
    var bits = 0
    while bits < 1 << length {
      guard let word = ACWord(words.lookup.entry(bits << (16 - length))), word.length <= length else {
        bits += 1
        continue
      }
      let end = bits + 1 << (length - word.length)
      body(word, bits..<end)
      bits = end
    }
  }
}

/// A code word for an AC coefficient of a sequential scan.
private struct ACWord {
  let length: Int
  /// The number of value bits after the code word.
  let size: Int
  /// The number of coefficients that the code word stands for, or ``ACLookup/end``.
  let advance: Int

  init?(_ entry: Int) {
    guard entry > 0 else { return nil }
    (length, size) = (entry >> 8, entry & 15)
    let run = entry >> 4 & 15
    advance = size > 0 || run == 15 ? run + 1 : ACLookup.end
  }
}

/// A view of an ``ACTable``, valid as long as the table.
struct ACLookup {
  fileprivate static let valueLength = 11
  fileprivate static let skipLength = 13
  /// The advance for the end of a block: more than any number of coefficients.
  static let end = 128

  /// The entry for each value of the next ``valueLength`` bits: `value << 16 | advance << 5 | bits`. The
  /// entry is 0 if the coefficient doesn't fit in these bits.
  fileprivate let values: UnsafeMutablePointer<Int32>
  /// The entry for each value of the next ``skipLength`` bits: `advance << 5 | bits`. The entry is 0 if no
  /// code word fits in these bits. The value bits of the last code word may lie after them. So `bits` may be
  /// larger than ``skipLength``, but is at most 28.
  fileprivate let skips: UnsafeMutablePointer<UInt16>
  fileprivate let words: WordLookup

  /// Skips the rest of a block's coefficients, from `first` on (1...64). Returns false if the data is
  /// damaged.
  @inline(__always) func skip(from first: Int, _ reader: inout BitReader) -> Bool {
    var k = first
    while k < 64 {
      reader.fill()
      var entry = Int(skips[reader.peek(Self.skipLength)])
      var next = k &+ entry &>> 5
      if next < 64 && entry > 0 {
        reader.drop(entry & 31)
        k = next
        // 28 bits are left.
        entry = Int(skips[reader.peek(Self.skipLength)])
        next = k &+ entry &>> 5
        if next < 64 && entry > 0 {
          reader.drop(entry & 31)
          k = next
          continue
        }
      }
      if next == 64 || next > Self.end && next < Self.end &+ 64 {
        reader.drop(entry & 31)
        return true
      }
      reader.fill()
      guard let coefficient = single(&reader) else { return false }
      k = k &+ coefficient.advance
    }
    return k == 64 || k > Self.end
  }

  /// The next coefficient and its advance. The value is 0 at the end of a block and for a run of 16 zeros. At
  /// least 32 bits must be loaded; at most 31 are taken.
  @inline(__always) func next(_ reader: inout BitReader) -> (value: Int, advance: Int)? {
    short(&reader) ?? single(&reader)
  }

  /// The next coefficient if it has at most ``valueLength`` bits. That number of bits must be loaded. Nil if
  /// the coefficient is longer, or if the data is damaged.
  @inline(__always) func short(_ reader: inout BitReader) -> (value: Int, advance: Int)? {
    let entry = Int(values[reader.peek(Self.valueLength)])
    if entry == 0 { return nil }
    reader.drop(entry & 31)
    return (entry &>> 16, entry &>> 5 & 255)
  }

  @inline(__always) private func single(_ reader: inout BitReader) -> (value: Int, advance: Int)? {
    // The call passes only numbers, so that the reader stays in registers.
    let found = rare(reader.peek(32))
    reader.drop(found.bits)
    return found.bits == 0 ? nil : (found.value, found.advance)
  }

  /// The coefficient at the start of the 32 bits in the parameter `bits`. The result's `bits` is the number
  /// of bits that the coefficient takes, or 0 if the data is damaged.
  @inline(never) private func rare(_ bits: Int) -> (value: Int, advance: Int, bits: Int) {
    guard let word = ACWord(words.entry(bits >> 16)) else { return (0, 0, 0) }
    let rest = bits >> (32 - word.length - word.size) & (1 << word.size - 1)
    return (BitReader.extended(rest, word.size), word.advance, word.length + word.size)
  }
}
