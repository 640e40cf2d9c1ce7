/// Numbers in runs of equal ones and in packed groups of eight (`Encodings.md` of parquet-format,
/// RLE/bit-packing hybrid). No run is expanded in memory.
struct HybridRuns {
  private let bytes: [UInt8]
  private let end: Int
  private let width: Int
  private var place: Int
  /// The rest of a run of equal numbers, and the number.
  private var equal = 0
  private var number: UInt32 = 0
  /// The rest of a run of packed numbers, and the bit at which the next one begins.
  private var packed = 0
  private var bit = 0

  /// Numbers of `width` bits, at most 32, in the bytes in `range`.
  init(_ bytes: [UInt8], _ range: Range<Int>, width: Int) {
    (self.bytes, self.width) = (bytes, width)
    let range = range.clamped(to: 0..<bytes.count)
    (place, end) = (range.lowerBound, range.upperBound)
  }

  /// The next number; nil if the bytes have none.
  mutating func next() -> UInt32? {
    while true {
      if equal > 0 {
        equal -= 1
        return number
      }
      if packed > 0 {
        packed -= 1
        return nextPacked()
      }
      if !beginRun() { return nil }
    }
  }

  private mutating func nextPacked() -> UInt32 {
    var value: UInt64 = 0
    let (first, shift) = (bit >> 3, bit & 7)
    // Up to 32 bits, which may begin within a byte, lie in 5 bytes.
    for (place, index) in (first..<min(first + 5, end)).enumerated() {
      value |= UInt64(bytes[index]) << UInt64(8 * place)
    }
    bit += width
    return UInt32(truncatingIfNeeded: value >> UInt64(shift) & (1 << UInt64(width) - 1))
  }

  private mutating func beginRun() -> Bool {
    var header: UInt64 = 0
    for shift in stride(from: 0, to: 35, by: 7) {
      guard place < end else { return false }
      let byte = bytes[place]
      place += 1
      header |= UInt64(byte & 0x7F) << UInt64(shift)
      if byte < 0x80 { break }
    }
    let count = Int(header >> 1)
    if header & 1 == 0 {
      let size = (width + 7) / 8
      guard size <= end - place else { return false }
      number = (0..<size).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
      place += size
      equal = count
    } else {
      // Some writers cut the last group.
      packed = width == 0 ? count * 8 : min(count * 8, (end - place) * 8 / width)
      bit = place * 8
      place += min(count * width, end - place)
    }
    return true
  }
}
