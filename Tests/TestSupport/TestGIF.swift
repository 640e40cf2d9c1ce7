/// GIF files for tests, written without the code under test: codes of one length, with the table cleared before it
/// would need longer ones (GIF89a, appendix F).
package struct TestGIF {
  /// The logical screen; the frame itself where it isn't said.
  package var screen: (width: Int, height: Int)
  package var corner = (x: 0, y: 0)
  package var width: Int
  package var height: Int
  /// Of the codes of pixels: 2...8.
  package var bits: Int
  package var isInterlaced = false
  /// Three numbers for each index.
  package var globalColors: [UInt8] = []
  package var localColors: [UInt8] = []
  package var transparent: Int?
  /// The frame's disposal (GIF89a, section 23), and its time in hundredths of a second.
  package var (disposal, delay) = (0, 0)
  /// Blocks behind the frame.
  package var more: [[UInt8]] = []
  package var indices: [Int]

  /// A frame whose indices a function of column and row gives.
  package init(_ width: Int, _ height: Int, bits: Int, _ index: (Int, Int) -> Int) {
    (self.width, self.height, self.bits) = (width, height, bits)
    screen = (width, height)
    indices = (0..<height).flatMap { y in (0..<width).map { x in index(x, y) } }
  }

  /// The file.
  package var file: [UInt8] {
    head + frame + more.joined() + [0x3B]
  }

  /// The blocks of the frame.
  package var frame: [UInt8] { control + descriptor + localColors + [UInt8(bits)] + Self.blocks(data) }

  /// This frame and other frames on its screen. They are shown again this number of times, 0 for no end.
  package func animation(_ others: [TestGIF], repetitions: Int? = nil) -> [UInt8] {
    let name = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8)
    let control = repetitions.map { name + [3, 1] + PictureBuilder.little($0, 2) + [0] } ?? []
    return head + control + frame + others.flatMap(\.frame) + [0x3B]
  }

  private var head: [UInt8] {
    let start = Array("GIF89a".utf8) + [screen.width, screen.height].flatMap { PictureBuilder.little($0, 2) }
    return start + [Self.flag(globalColors), 3, 0] + globalColors
  }

  private var control: [UInt8] {
    if transparent == nil, disposal == 0, delay == 0 { return [] }
    let flags = UInt8(disposal << 2 | (transparent == nil ? 0 : 1))
    return [0x21, 0xF9, 4, flags] + PictureBuilder.little(delay, 2) + [UInt8(transparent ?? 0), 0]
  }

  private var descriptor: [UInt8] {
    [0x2C] + [corner.x, corner.y, width, height].flatMap { PictureBuilder.little($0, 2) }
      + [Self.flag(localColors) | (isInterlaced ? 0x40 : 0)]
  }

  private static func flag(_ colors: [UInt8]) -> UInt8 {
    colors.isEmpty ? 0 : 0x80 | UInt8((colors.count / 3).trailingZeroBitCount - 1)
  }

  /// Sub-blocks of at most 255 bytes, and the empty one.
  private static func blocks(_ data: [UInt8]) -> [UInt8] {
    stride(from: 0, to: data.count, by: 255).flatMap { start in
      let part = data[start..<min(start + 255, data.count)]
      return [UInt8(part.count)] + part
    } + [0]
  }

  private var data: [UInt8] {
    let (clear, end) = (1 << bits, 1 << bits + 1)
    var codes: [Int] = []
    for (place, index) in rows.joined().enumerated() {
      if place % (clear - 2) == 0 { codes.append(clear) }
      codes.append(index)
    }
    return packed(codes + [end])
  }

  /// The rows in the order in which they are stored.
  private var rows: [[Int]] {
    let order =
      isInterlaced
      ? [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0, to: height, by: $1)) }
      : Array(0..<height)
    return order.map { Array(indices[($0 * width)..<($0 * width + width)]) }
  }

  /// Codes of one bit more than indices have, the first one in the lowest bits.
  private func packed(_ codes: [Int]) -> [UInt8] {
    var (bytes, held, count): ([UInt8], Int, Int) = ([], 0, 0)
    for code in codes {
      held |= code << count
      count += bits + 1
      while count >= 8 {
        bytes.append(UInt8(held & 255))
        held >>= 8
        count -= 8
      }
    }
    return count > 0 ? bytes + [UInt8(held)] : bytes
  }
}
