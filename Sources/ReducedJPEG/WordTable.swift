/// Looks up code words of a Huffman code by the next 16 bits of the data.
///
/// An entry is `length << 8 | symbol`, or 0 if no code word matches. Code words of at most
/// ``WordLookup/shortLength`` bits have a table of their own. If zeros fill each code word up to 16 bits, the
/// longer code words are greater than all shorter ones and have no gaps between them, because codes count
/// upward (ITU-T T.81, C.2).
final class WordTable {
  let lookup: WordLookup
  private let short: TableMemory<UInt16>
  private let long: TableMemory<UInt16>

  init(_ code: HuffmanCode) {
    let words = code.words
    let shortLength = WordLookup.shortLength
    let firstLong = words.first { $0.length > shortLength }?.bits ?? 1 << 16
    short = TableMemory(1 << shortLength)
    long = TableMemory(1 << 16 - firstLong)
    for word in words {
      let entry = UInt16(word.length << 8 | word.symbol)
      if word.length <= shortLength {
        (short.base + word.bits >> (16 - shortLength))
          .update(repeating: entry, count: 1 << (shortLength - word.length))
      } else {
        (long.base + (word.bits - firstLong)).update(repeating: entry, count: 1 << (16 - word.length))
      }
    }
    lookup = WordLookup(short: short.base, long: long.base, firstLong: firstLong)
  }
}

/// A view of a ``WordTable``, valid as long as the table.
struct WordLookup {
  /// The number of bits in the short table's index. Most code words have at most this number of bits.
  static let shortLength = 10

  /// 2^``shortLength`` entries.
  fileprivate let short: UnsafeMutablePointer<UInt16>
  /// One entry for each 16-bit value from `firstLong` on.
  fileprivate let long: UnsafeMutablePointer<UInt16>
  fileprivate let firstLong: Int

  /// The entry for the next 16 bits; `bits` must be below 2^16.
  func entry(_ bits: Int) -> Int {
    Int(bits < firstLong ? short[bits &>> (16 - Self.shortLength)] : long[bits &- firstLong])
  }
}
