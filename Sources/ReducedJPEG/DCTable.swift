/// Decodes DC differences (ITU-T T.81, F.2.2.1), with one lookup if code word and difference are short.
final class DCTable {
  let lookup: DCLookup
  private let words: WordTable
  private let whole: TableMemory<Int32>

  /// Nil if the code has a symbol that isn't the category of a DC difference.
  init?(_ code: HuffmanCode) {
    guard code.symbols.allSatisfy({ $0 <= 15 }) else { return nil }
    words = WordTable(code)
    let length = DCLookup.length
    whole = TableMemory(1 << length)
    for bits in 0..<1 << length {
      let entry = words.lookup.entry(bits << (16 - length))
      let (word, size) = (entry >> 8, entry & 255)
      guard entry > 0, word + size <= length else { continue }
      let value = BitReader.extended(bits >> (length - word - size) & (1 << size - 1), size)
      whole.base[bits] = Int32(value << 16 | word + size)
    }
    lookup = DCLookup(whole: whole.base, words: words.lookup)
  }
}

/// A view of a ``DCTable``, valid as long as the table.
struct DCLookup {
  fileprivate static let length = 10

  /// The entry for each value of the next ``length`` bits: `difference << 16 | bits`. The entry is 0 if the
  /// difference doesn't fit in these bits.
  fileprivate let whole: UnsafeMutablePointer<Int32>
  fileprivate let words: WordLookup

  /// The next difference; nil if no code word matches. At least 32 bits must be loaded; at most 31 are taken.
  @inline(__always) func next(_ reader: inout BitReader) -> Int? {
    let entry = Int(whole[reader.peek(Self.length)])
    if entry != 0 {
      reader.drop(entry & 31)
      return entry &>> 16
    }
    // The call passes only numbers, so that the reader stays in registers.
    let found = rare(reader.peek(32))
    reader.drop(found.bits)
    return found.bits == 0 ? nil : found.value
  }

  /// The difference that begins the 32 bits in the parameter `bits`. The result's `bits` is the number of
  /// bits that the difference takes, or 0 if no code word matches.
  @inline(never) private func rare(_ bits: Int) -> (value: Int, bits: Int) {
    let entry = words.entry(bits >> 16)
    if entry == 0 { return (0, 0) }
    let (length, size) = (entry >> 8, entry & 255)
    return (
      BitReader.extended(bits >> (32 - length - size) & (1 << size - 1), size), length + size
    )
  }
}
