/// What looks up the words of a Huffman code by 16 bits.
///
/// An entry is `length << 8 | symbol`, or 0 where no word begins so. Words of at most ``WordLookup/shortLength`` bits are
/// found by as many; longer ones lie together at the end, since a code counts upward (ITU-T T.81, C.2).
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

/// A ``WordTable``, for as long as that lives.
struct WordLookup {
  /// What most words of a code don't exceed.
  static let shortLength = 10

  /// 2^``shortLength`` entries.
  fileprivate let short: UnsafeMutablePointer<UInt16>
  /// One for each 16 bits from `firstLong` on.
  fileprivate let long: UnsafeMutablePointer<UInt16>
  fileprivate let firstLong: Int

  /// The entry for 16 bits. There is one for all that can come: `bits` is below 2^16.
  func entry(_ bits: Int) -> Int {
    Int(bits < firstLong ? short[bits &>> (16 - Self.shortLength)] : long[bits &- firstLong])
  }
}
