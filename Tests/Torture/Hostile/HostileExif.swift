/// Files with EXIF blocks that are cut, lead in circles, or contradict one another.
struct HostileExif {
  private let base: Segments

  init(base: [UInt8]) { self.base = Segments(base) }

  /// Each whole, and cut at every byte.
  var files: [HostileFile] {
    blocks.flatMap { name, block in
      (0...block.count).map { count in
        file("exif-\(name)-\(count)", [Array(block.prefix(count))])
      }
    } + [
      file("exif-three", [block(value: 6), block(value: 3), block(value: 8)]),
      file("exif-three-wrong", [block(value: 0), block(value: 99), block(value: 65535)]),
      file("exif-hundred", Array(repeating: block(value: 6), count: 100)),
    ]
  }

  private func file(_ name: String, _ blocks: [[UInt8]]) -> HostileFile {
    var image = base
    image.head.insert(contentsOf: blocks.map { Segments.Segment(marker: 0xE1, payload: $0) }, at: 0)
    return HostileFile(name: name, bytes: image.file)
  }

  private var blocks: [(String, [UInt8])] {
    let values = [0, 1, 6, 8, 9, 65535].flatMap { value in
      [true, false].map { ("value\(value)\($0 ? "II" : "MM")", block(value: value, isLittle: $0)) }
    }
    // BYTE, ASCII, LONG, RATIONAL, UNDEFINED, SLONG, and one that doesn't exist.
    let types = [1, 2, 4, 5, 7, 9, 77].map { ("type\($0)", block(type: $0)) }
    let counts = [0, 2, 0xFFFF, 0xFFFF_FFFF].map { ("count\($0)", block(count: $0)) }
    let offsets = [0, 7, 8, 0xFFFF, 0xFFFF_FFFF].map { ("offset\($0)", block(first: $0)) }
    let circles = [("circle", block(next: 8)), ("next", block(next: 0xFFFF_FFFF))]
    let many = [("entries65535", block(entries: 65535)), ("entries0", block(entries: 0))]
    return values + types + counts + offsets + circles + many
      + [("subIFD", block(tag: 0x8769, type: 4, value: 8)), ("noMagic", block(magic: 43))]
  }

  /// An Exif block with one directory of one entry, each field as told.
  private func block(
    tag: Int = 0x0112, type: Int = 3, count: Int = 1, value: Int = 6, first: Int = 8, next: Int = 0,
    entries: Int = 1, magic: Int = 42, isLittle: Bool = true
  ) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(value >> (8 * $0) & 0xFF) }
      return isLittle ? bytes : bytes.reversed()
    }
    let mark = [UInt8](repeating: isLittle ? 0x49 : 0x4D, count: 2)
    let entry =
      number(tag, 2) + number(type, 2) + number(count, 4)
      + (type == 3 ? number(value, 2) + [0, 0] : number(value, 4))
    return Array("Exif\0\0".utf8) + mark + number(magic, 2) + number(first, 4) + number(entries, 2) + entry
      + number(next, 4)
  }
}
