/// A block of Snappy (`format_description.txt` of google/snappy).
enum SnappyBlock {
  /// The `size` bytes for which `packed` stands; nil if it stands for anything else.
  static func decoded(_ packed: UnsafeRawBufferPointer, size: Int) -> [UInt8]? {
    var place = 0
    var named = 0
    for shift in stride(from: 0, to: 35, by: 7) {
      guard place < packed.count else { return nil }
      let byte = Int(packed[place])
      place += 1
      named |= (byte & 0x7F) << shift
      if byte < 0x80 { break }
    }
    guard named == size else { return nil }
    return DecodedBlock.bytes(size) { block in fill(&block, from: packed, place) }
  }

  private static func fill(_ block: inout DecodedBlock, from packed: UnsafeRawBufferPointer, _ start: Int)
    -> Bool
  {
    var place = start
    /// The little-endian number of the next bytes; nil if they aren't there.
    func number(_ bytes: Int) -> Int? {
      guard packed.count - place >= bytes else { return nil }
      defer { place += bytes }
      return (0..<bytes).reduce(0) { $0 | Int(packed[place + $1]) << (8 * $1) }
    }
    while let tag = number(1) {
      let upper = tag >> 2
      switch tag & 3 {
      case 0:
        guard let length = upper < 60 ? upper : number(upper - 59), packed.count - place > length,
          block.append(packed[place..<place + length + 1])
        else { return false }
        place += length + 1
      case 1:
        guard let low = number(1),
          block.repeatBytes(distance: (upper >> 3) << 8 | low, length: 4 + (upper & 7))
        else { return false }
      case let kind:
        guard let distance = number(kind == 2 ? 2 : 4),
          block.repeatBytes(distance: distance, length: upper + 1)
        else { return false }
      }
    }
    return true
  }
}
