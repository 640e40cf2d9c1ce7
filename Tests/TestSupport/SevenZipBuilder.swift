/// 7z archives that a test writes byte by byte. Numbers are little-endian.
package struct SevenZipBuilder {
  /// A file, or a folder of files.
  package struct File {
    package var name: [UInt16]
    package var bytes: [UInt8]
    /// The packed bytes; nil if they are the same.
    package var packed: [UInt8]?
    /// The coder as the header describes it, by default that of stored bytes.
    package var coder: [UInt8] = [1, 0]
    /// The CRC-32; by default the right one.
    package var sum: UInt32?
    package var attributes: UInt32?
    package var isFolder = false

    package init(_ name: String, _ bytes: [UInt8] = [], packed: [UInt8]? = nil) {
      (self.name, self.bytes, self.packed, sum) = (Array(name.utf16), bytes, packed, TestPNG.crc32(bytes))
    }
  }

  package let bytes: [UInt8]

  /// An archive with a piece of packed data for each file that has bytes, or with one piece of stored bytes for all.
  package init(_ files: [File], isSolid: Bool = false) {
    let full = files.filter { !$0.bytes.isEmpty }
    let groups = isSolid ? [full] : full.map { [$0] }
    let packed = groups.map { $0.flatMap { $0.packed ?? $0.bytes } }
    var header: [UInt8] = [1, 4, 6, 0] + Self.number(groups.count) + [9]
    header += packed.flatMap { Self.number($0.count) } + [0]
    header +=
      [7, 11] + Self.number(groups.count) + [0] + groups.flatMap { [1] + ($0.first?.coder ?? [1, 0]) }
    header += [12] + groups.flatMap { Self.number($0.reduce(0) { $0 + $1.bytes.count }) } + [0]
    header += [8, 13] + groups.flatMap { Self.number($0.count) }
    header += [9] + groups.flatMap { $0.dropLast().flatMap { Self.number($0.bytes.count) } }
    header += [10, 0] + Self.bits(full.map { $0.sum != nil })
    header += full.flatMap { $0.sum.map(ZipBuilder.number) ?? [] } + [0, 0]
    let empty = files.filter(\.bytes.isEmpty)
    header += [5] + Self.number(files.count) + Self.property(14, Self.bits(files.map(\.bytes.isEmpty)))
    header += Self.property(15, Self.bits(empty.map { !$0.isFolder }))
    header += Self.property(17, [0] + files.flatMap { ($0.name + [0]).flatMap(ZipBuilder.number) })
    let attributes = files.flatMap { $0.attributes.map(ZipBuilder.number) ?? [] }
    header += Self.property(21, [0] + Self.bits(files.map { $0.attributes != nil }) + [0] + attributes)
    bytes = Self.archive(packed.flatMap { $0 }, header: header + [0, 0])
  }

  /// An archive with these packed bytes and this header.
  package static func archive(_ data: [UInt8], header: [UInt8]) -> [UInt8] {
    let start =
      ZipBuilder.number(UInt64(data.count)) + ZipBuilder.number(UInt64(header.count))
      + ZipBuilder.number(TestPNG.crc32(header))
    return [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4] + ZipBuilder.number(TestPNG.crc32(start)) + start + data
      + header
  }

  /// A number in one byte, or in nine.
  package static func number(_ value: Int) -> [UInt8] {
    value < 0x80 ? [UInt8(value)] : [0xFF] + ZipBuilder.number(UInt64(value))
  }

  private static func property(_ kind: UInt8, _ content: [UInt8]) -> [UInt8] {
    [kind] + number(content.count) + content
  }

  private static func bits(_ values: [Bool]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (values.count + 7) / 8)
    for (place, value) in values.enumerated() where value { bytes[place / 8] |= 0x80 >> UInt8(place % 8) }
    return bytes
  }
}
