/// A Huffman code as a DHT segment defines it (ITU-T T.81, B.2.4.2).
struct HuffmanCode: Hashable {
  /// The number of code words of each length, from 1 bit to 16 bits.
  let counts: [UInt8]
  /// The symbols in the order of their code words; at most 256.
  let symbols: [UInt8]

  /// A code word with its symbol (ITU-T T.81, C.2).
  struct Word {
    /// The code word's bits, left-aligned in 16 bits.
    let bits: Int
    let length: Int
    let symbol: Int
  }

  /// Nil if symbols and code words differ in number, or if a length has more code words than are possible.
  init?(counts: [UInt8], symbols: [UInt8]) {
    guard counts.count == 16, symbols.count <= 256, symbols.count == counts.reduce(0, { $0 + Int($1) })
    else { return nil }
    var used = 0
    for (index, count) in counts.enumerated() { used += Int(count) << (15 - index) }
    guard used <= 1 << 16 else { return nil }
    (self.counts, self.symbols) = (counts, symbols)
  }

  /// The code words in ascending order of their bits.
  var words: [Word] {
    var words: [Word] = []
    var bits = 0
    for (index, count) in counts.enumerated() {
      for _ in 0..<count {
        words.append(Word(bits: bits, length: index + 1, symbol: Int(symbols[words.count])))
        bits += 1 << (15 - index)
      }
    }
    return words
  }
}
