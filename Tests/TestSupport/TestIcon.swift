/// Windows icons and cursors for tests, written without the code under test.
package struct TestIcon {
  package struct Entry {
    /// The sides that the list of entries says; 256 is written as 0.
    package var width: Int
    package var height: Int
    /// The number of colours that the list says.
    package var colors = 0
    /// Planes and bits of a pixel in an icon; the hot spot in a cursor.
    package var numbers: (first: Int, second: Int)
    /// The bytes of the picture.
    package var data: [UInt8]
    /// The length that the list says; nil for that of `data`.
    package var length: Int?
    /// The offset that the list says; nil for that of `data`.
    package var place: Int?

    /// An entry that holds a bitmap. A function of column and row says where the icon is transparent.
    package init(_ bitmap: TestBMP, isTransparent: (Int, Int) -> Bool = { _, _ in false }) {
      (width, height) = (bitmap.width, bitmap.height)
      numbers = (1, bitmap.depth)
      data = Array(bitmap.file.dropFirst(14))
      // The height counts the rows of the mask too.
      data.replaceSubrange(
        8..<12, with: PictureBuilder.little((bitmap.isTopDown ? -2 : 2) * bitmap.height, 4))
      for row in 0..<bitmap.height {
        let y = bitmap.isTopDown ? row : bitmap.height - 1 - row
        var bits = [UInt8](repeating: 0, count: (bitmap.width + 31) / 32 * 4)
        for x in 0..<bitmap.width where isTransparent(x, y) { bits[x / 8] |= 0x80 >> UInt8(x % 8) }
        data += bits
      }
    }

    /// An entry that holds a PNG.
    package init(_ png: TestPNG) {
      (width, height) = (png.width, png.height)
      numbers = (1, 32)
      data = png.file
    }
  }

  package var isCursor = false
  package var entries: [Entry]

  package init(_ entries: [Entry], isCursor: Bool = false) {
    self.entries = entries
    self.isCursor = isCursor
  }

  /// The file. The pictures follow the list in its order.
  package var file: [UInt8] {
    var place = 6 + 16 * entries.count
    var list: [UInt8] = [0, 0, isCursor ? 2 : 1, 0] + PictureBuilder.little(entries.count, 2)
    for entry in entries {
      list += [UInt8(entry.width & 255), UInt8(entry.height & 255), UInt8(entry.colors & 255), 0]
      list += PictureBuilder.little(entry.numbers.first, 2) + PictureBuilder.little(entry.numbers.second, 2)
      list += PictureBuilder.little(entry.length ?? entry.data.count, 4)
      list += PictureBuilder.little(entry.place ?? place, 4)
      place += entry.data.count
    }
    return list + entries.flatMap(\.data)
  }
}

extension TestIcon {
  /// A small file with entries of several kinds: 4 bits with a mask, 32 bits, and a PNG. The second entry is the
  /// largest.
  package static func mixed(isCursor: Bool = false) -> TestIcon {
    var indexed = TestBMP(9, 7, depth: 4) { ($0 * 3 + $1) & 15 }
    indexed.colors = (0..<16).map { [UInt8($0 * 16), UInt8($0 * 5), 9] }
    let colored = TestBMP(19, 11, depth: 32) { ($0 * 0x0A_0305 + $1 * 0x1111_0907) & 0xFFFF_FFFF }
    let png = TestPNG(13, 8, type: 6, depth: 8) { ($0 * 7 + $1 * 31 + $2 * 60) & 255 }
    return TestIcon(
      [Entry(indexed) { ($0 + $1) % 3 == 0 }, Entry(colored), Entry(png)], isCursor: isCursor)
  }
}
