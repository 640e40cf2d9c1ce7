import TestSupport

/// Grey files whose every bit is written by hand: a quantization table of only 2, the code 0 for a DC category, and
/// of AC the code 00 for one symbol and 01 for the end of a block.
enum HandMadeJPEG {
  /// A file of one row of blocks.
  static func file(blocks: Int, category: UInt8, symbol: UInt8, data: [UInt8]) -> [UInt8] {
    let zeros = [UInt8](repeating: 0, count: 14)
    let dc = JPEGBuilder.segment(0xC4, [0x00, 1, 0] + zeros + [category])
    let ac = JPEGBuilder.segment(0xC4, [0x10, 0, 2] + zeros + [symbol, 0x00])
    let frame = JPEGBuilder.frame(width: 8 * blocks, height: 8, components: [(1, 0x11)])
    let table = JPEGBuilder.segment(0xDB, [0] + [UInt8](repeating: 2, count: 64))
    return JPEGBuilder.file([table, frame, dc, ac, JPEGBuilder.scan([1])]) + data + [0xFF, 0xD9]
  }

  /// A block with DC 64 and nothing else: 0 1000000, 01, and ones to the end of the byte.
  static let flat = file(blocks: 1, category: 7, symbol: 0x06, data: [0x40, 0x7F])

  /// A block with DC 64 and its first AC coefficient after `run` zeros in the zigzag order 40: 0 1000000, 00 101000,
  /// 01, and ones to the end of the byte.
  static func wave(run: UInt8) -> [UInt8] {
    file(blocks: 1, category: 7, symbol: run << 4 | 6, data: [0x40, 0x28, 0x7F])
  }

  /// Blocks whose DC is 2047 more each: 0 11111111111, 01.
  static func climbing(blocks: Int) -> [UInt8] {
    let bits = [[UInt8]](repeating: [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1], count: blocks).joined()
    var data: [UInt8] = []
    for start in stride(from: 0, to: bits.count, by: 8) {
      let byte = (bits.dropFirst(start).prefix(8) + [1, 1, 1, 1, 1, 1, 1]).prefix(8).reduce(0) {
        $0 << 1 | $1
      }
      // A byte of ones is followed by a 0 (T.81 F.1.2.3).
      data += byte == 0xFF ? [byte, 0] : [byte]
    }
    return file(blocks: blocks, category: 11, symbol: 0x06, data: data)
  }
}
