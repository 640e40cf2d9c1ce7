/// Bitmaps for tests, written without the code under test.
package struct TestBMP {
  package var width: Int
  package var height: Int
  /// Of a pixel: 1, 2, 4, 8, 16, 24, 32.
  package var depth: Int
  /// The length of the information header: 12 has sizes of two bytes and colours of three.
  package var length = 40
  package var compression = 0
  package var isTopDown = false
  /// Of red, green, blue and alpha.
  package var masks: [Int] = []
  /// Red, green and blue of each index.
  package var colors: [[UInt8]] = []
  /// In the place of rows.
  package var runs: [UInt8]?
  /// The pixels as the file has them, the top row first.
  package var pixels: [Int]

  /// A picture whose pixels a function of column and row gives.
  package init(_ width: Int, _ height: Int, depth: Int, _ pixel: (Int, Int) -> Int) {
    (self.width, self.height, self.depth) = (width, height, depth)
    pixels = (0..<height).flatMap { y in (0..<width).map { x in pixel(x, y) } }
  }

  /// The file.
  package var file: [UInt8] {
    let head = header + palette
    let data = runs ?? rows
    let start = 14 + head.count
    return Array("BM".utf8) + PictureBuilder.little(start + data.count, 4) + [0, 0, 0, 0]
      + PictureBuilder.little(start, 4) + head + data
  }

  private var header: [UInt8] {
    if length == 12 {
      return [12, 0, 0, 0] + [width, height, 1, depth].flatMap { PictureBuilder.little($0, 2) }
    }
    let start =
      PictureBuilder.little(length, 4) + PictureBuilder.little(width, 4)
      + PictureBuilder.little(isTopDown ? -height : height, 4) + [1, 0] + PictureBuilder.little(depth, 2)
      + PictureBuilder.little(compression, 4) + [UInt8](repeating: 0, count: 12)
      + PictureBuilder.little(colors.count, 4) + [0, 0, 0, 0]
    let whole = start + masks.flatMap { PictureBuilder.little($0, 4) }
    return whole + [UInt8](repeating: 0, count: max(0, length - whole.count))
  }

  private var palette: [UInt8] { colors.flatMap { $0.reversed() + (length == 12 ? [] : [0]) } }

  /// Bytes from one row to the next: whole words of four.
  package var stride: Int { (width * depth + 31) / 32 * 4 }

  private var rows: [UInt8] {
    (0..<height).flatMap { row in packed(isTopDown ? row : height - 1 - row) }
  }

  private func packed(_ y: Int) -> [UInt8] {
    let values = pixels[(y * width)..<(y * width + width)]
    var bytes: [UInt8] = []
    if depth >= 8 {
      bytes = values.flatMap { PictureBuilder.little($0, depth / 8) }
    } else {
      bytes = [UInt8](repeating: 0, count: (width * depth + 7) / 8)
      for (x, value) in values.enumerated() {
        bytes[x * depth / 8] |= UInt8(value << (8 - depth - x * depth % 8))
      }
    }
    return bytes + [UInt8](repeating: 0xEE, count: stride - bytes.count)
  }
}

extension TestBMP {
  /// A bitmap of noise, with a palette of all its indices at up to 8 bits.
  package static func noise(_ width: Int, _ height: Int, depth: Int) -> TestBMP {
    var bitmap = TestBMP(width, height, depth: depth) { x, y in
      (x * 0x9E37 + y * 0x85EBCA + x * y * 0x1F35) & (1 << depth - 1)
    }
    if depth <= 8 { bitmap.colors = (0..<1 << depth).map(color) }
    return bitmap
  }

  /// The colour of an index in a palette.
  package static func color(_ index: Int) -> [UInt8] {
    [UInt8(index * 37 & 255), UInt8(255 - index), UInt8(index * index & 255)]
  }
}
