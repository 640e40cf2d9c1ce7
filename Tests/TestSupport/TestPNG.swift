/// PNG files for tests, written without the code under test (PNG, third edition; RFC 1950 and 1951).
package struct TestPNG {
  package var width: Int
  package var height: Int
  /// 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha.
  package var type: Int
  package var depth: Int
  package var isInterlaced = false
  /// Chunks before the picture, such as `PLTE`, `tRNS` and `iCCP`.
  package var chunks: [[UInt8]] = []
  /// Rows without gaps, channels interleaved, each 0..<1 << depth.
  package var samples: [Int]
  /// The filter type of a row.
  package var filter: (_ row: Int) -> Int = { $0 % 5 }
  /// Makes a zlib stream.
  package var compress: ([UInt8]) -> [UInt8] = TestPNG.stored
  /// The most bytes of data in an `IDAT` chunk.
  package var chunkBytes = Int.max

  /// A picture whose samples a function of column, row and channel gives.
  package init(
    _ width: Int, _ height: Int, type: Int, depth: Int, isInterlaced: Bool = false,
    _ sample: (Int, Int, Int) -> Int
  ) {
    (self.width, self.height, self.type, self.depth) = (width, height, type, depth)
    self.isInterlaced = isInterlaced
    let channels = Self.channels(type)
    samples = []
    for y in 0..<height {
      for x in 0..<width { for channel in 0..<channels { samples.append(sample(x, y, channel)) } }
    }
  }

  /// Samples of a pixel.
  package var channels: Int { Self.channels(type) }

  private static func channels(_ type: Int) -> Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][type] ?? 1 }

  /// The file.
  package var file: [UInt8] {
    let header =
      PictureBuilder.big(width, 4) + PictureBuilder.big(height, 4)
      + [UInt8(depth), UInt8(type), 0, 0, isInterlaced ? 1 : 0]
    let stream = compress(data)
    let pieces = stride(from: 0, to: stream.count, by: min(chunkBytes, stream.count)).map { start in
      Self.chunk("IDAT", Array(stream[start...].prefix(chunkBytes)))
    }
    let parts = [Self.chunk("IHDR", header)] + chunks + pieces + [Self.chunk("IEND", [])]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + parts.joined()
  }

  /// A chunk with its checksum.
  package static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + payload
    return PictureBuilder.big(payload.count, 4) + body + PictureBuilder.big(Int(crc32(body)), 4)
  }

  /// A zlib stream of blocks that aren't compressed.
  package static func stored(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var place = 0
    repeat {
      let count = min(65535, data.count - place)
      let isLast = place + count == data.count
      stream += [isLast ? 1 : 0] + PictureBuilder.little(count, 2) + PictureBuilder.little(~count & 0xFFFF, 2)
      stream += data[place..<place + count]
      place += count
    } while place < data.count
    var (low, high) = (1, 0)
    for byte in data {
      low = (low + Int(byte)) % 65521
      high = (high + low) % 65521
    }
    return stream + PictureBuilder.big(high << 16 | low, 4)
  }

  /// All rows of all passes, filtered.
  private var data: [UInt8] {
    let whole = (x: 0, y: 0, across: 1, down: 1)
    let adam7 = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]
    var data: [UInt8] = []
    for (x0, y0, across, down) in isInterlaced ? adam7 : [whole] {
      let columns = Array(stride(from: x0, to: width, by: across))
      var above: [UInt8] = []
      for (number, y) in stride(from: y0, to: height, by: down).enumerated() where !columns.isEmpty {
        let row = packed(y, columns)
        data +=
          [UInt8(filter(number))]
          + Self.filtered(row, above, by: filter(number), pixel: max(1, channels * depth / 8))
        above = row
      }
    }
    return data
  }

  /// The samples of a row's columns in whole bytes, the first one in the highest bits.
  private func packed(_ y: Int, _ columns: [Int]) -> [UInt8] {
    let values = columns.flatMap { x in
      let first = (y * width + x) * channels
      return samples[first..<first + channels]
    }
    if depth == 16 { return values.flatMap { PictureBuilder.big($0, 2) } }
    let perByte = 8 / depth
    var bytes = [UInt8](repeating: 0, count: (values.count + perByte - 1) / perByte)
    for (place, value) in values.enumerated() {
      let end = depth * (place % perByte + 1)
      bytes[place / perByte] |= UInt8(value << (8 - end))
    }
    return bytes
  }

  /// A row filtered by a type (section 9.2): none, sub, up, average, Paeth. A pixel has `step` bytes. `above` is
  /// empty for the first row.
  package static func filtered(
    _ row: [UInt8], _ above: [UInt8], by filter: Int, pixel step: Int
  ) -> [UInt8] {
    row.indices.map { place -> UInt8 in
      let a = place >= step ? Int(row[place - step]) : 0
      let b = above.isEmpty ? 0 : Int(above[place])
      let c = place >= step && !above.isEmpty ? Int(above[place - step]) : 0
      let predicted =
        switch filter {
        case 1: a
        case 2: b
        case 3: (a + b) / 2
        case 4: nearest(a, b, c)
        default: 0
        }
      return UInt8(truncatingIfNeeded: Int(row[place]) - predicted)
    }
  }

  /// Section 9.4.
  private static func nearest(_ a: Int, _ b: Int, _ c: Int) -> Int {
    let (toA, toB, toC) = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
    return toA <= toB && toA <= toC ? a : toB <= toC ? b : c
  }

  /// The bytes of all `IDAT` chunks of a file.
  package static func data(of file: [UInt8]) -> [UInt8] {
    var data: [UInt8] = []
    var place = 8
    while place + 12 <= file.count {
      let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      if file[place + 4..<place + 8].elementsEqual("IDAT".utf8) {
        data += file[(place + 8)...].prefix(length)
      }
      place += 12 + length
    }
    return data
  }

  /// The checksum of a chunk's type and payload (PNG, annex D).
  package static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var rest: UInt32 = ~0
    for byte in bytes {
      rest ^= UInt32(byte)
      for _ in 0..<8 { rest = rest >> 1 ^ (rest & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
    return ~rest
  }
}
