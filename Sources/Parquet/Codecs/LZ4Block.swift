/// A block of LZ4 (`doc/lz4_Block_format.md` of lz4/lz4).
enum LZ4Block {
  /// The `size` bytes for which `packed` stands; nil if it stands for anything else.
  static func decoded(_ packed: UnsafeRawBufferPointer, size: Int) -> [UInt8]? {
    DecodedBlock.bytes(size) { block in fill(&block, from: packed[...], most: size) }
  }

  /// The `size` bytes for which Hadoop's frames stand; nil if they stand for anything else. A frame is the
  /// size of some bytes, the size of their block, and the block. The sizes are big-endian and have 32 bits.
  static func decodedFrames(_ packed: UnsafeRawBufferPointer, size: Int) -> [UInt8]? {
    DecodedBlock.bytes(size) { block in
      var rest = packed[...]
      while !rest.isEmpty {
        guard rest.count >= 8 else { return false }
        let sizes = stride(from: 0, to: 8, by: 4).map { start in
          rest.dropFirst(start).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        }
        rest = rest.dropFirst(8)
        let end = block.count + sizes[0]
        guard sizes[1] <= rest.count, fill(&block, from: rest.prefix(sizes[1]), most: sizes[0]),
          block.count == end
        else { return false }
        rest = rest.dropFirst(sizes[1])
      }
      return true
    }
  }

  /// Decodes a block; false if it is damaged, or stands for more than `most` bytes.
  private static func fill(
    _ block: inout DecodedBlock, from packed: Slice<UnsafeRawBufferPointer>, most: Int
  ) -> Bool {
    var place = packed.startIndex
    let limit = block.count + most
    /// A length whose first 4 bits are `start`; nil if its further bytes aren't there.
    func length(_ start: Int) -> Int? {
      var length = start
      if start < 15 { return length }
      while place < packed.endIndex {
        let byte = Int(packed[place])
        place += 1
        length += byte
        if byte < 255 { return length }
      }
      return nil
    }
    while place < packed.endIndex {
      let token = Int(packed[place])
      place += 1
      guard let literals = length(token >> 4), literals <= packed.endIndex - place,
        literals <= limit - block.count,
        block.append(packed[place..<place + literals])
      else { return false }
      place += literals
      // The last sequence ends with its literals.
      if place == packed.endIndex { return true }
      guard packed.endIndex - place >= 2 else { return false }
      let distance = Int(packed[place]) | Int(packed[place + 1]) << 8
      place += 2
      guard let more = length(token & 15), more + 4 <= limit - block.count,
        block.repeatBytes(distance: distance, length: more + 4)
      else { return false }
    }
    return false
  }
}
