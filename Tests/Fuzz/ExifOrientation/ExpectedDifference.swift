/// Why a block's orientation is read otherwise than by libexif, on purpose.
enum ExpectedDifference {
  /// The first directory begins inside the header: libexif follows it all the same.
  case directoryInHeader
  /// The tag stands there more than once: here the first one holds, and libexif takes the first that it can read.
  case repeatedTag

  /// All that are true of a block, found without the code under test.
  static func all(in block: [UInt8]) -> [ExpectedDifference] {
    let start = number(block, 4, 4)
    var found: [ExpectedDifference] = start < 8 ? [.directoryInHeader] : []
    let fields = (0..<number(block, start, 2)).prefix { start + 2 + 12 * ($0 + 1) <= block.count }
    let tags = fields.filter { number(block, start + 2 + 12 * $0, 2) == 0x0112 }
    if tags.count > 1 { found.append(.repeatedTag) }
    return found
  }

  /// A number in the block's order; bytes behind its end count as 0.
  private static func number(_ block: [UInt8], _ offset: Int, _ count: Int) -> Int {
    let bytes = (offset..<offset + count).map { block.indices.contains($0) ? Int(block[$0]) : 0 }
    let isBigEndian = block.first == UInt8(ascii: "M")
    return (isBigEndian ? bytes : bytes.reversed()).reduce(0) { $0 << 8 | $1 }
  }
}
