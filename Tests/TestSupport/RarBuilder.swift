/// RAR archives with stored members that a test writes byte by byte. Numbers are little-endian.
package struct RarBuilder {
  package enum Version: CaseIterable, Sendable { case four, five }

  package enum Kind { case file, folder, link }

  package private(set) var bytes: [UInt8]
  private let version: Version

  /// Begins an archive. Its names are encrypted if `isSecret` is true, and it says that it has several files if `isPart`
  /// is true.
  package init(_ version: Version, isSecret: Bool = false, isPart: Bool = false) {
    self.version = version
    switch version {
    case .four:
      bytes = Array("Rar!\u{1A}\u{7}\u{0}".utf8)
      bytes += Self.block(
        0x73, flags: (isSecret ? 0x80 : 0) | (isPart ? 1 : 0), [UInt8](repeating: 0, count: 6))
    case .five:
      bytes = Array("Rar!\u{1A}\u{7}\u{1}\u{0}".utf8)
      // The version, flags, count and salt of a key by AES-256.
      if isSecret { bytes += Self.header([4, 0, 0, 0, 15] + [UInt8](repeating: 7, count: 16)) }
      bytes += Self.header([1, 0, isPart ? 1 : 0])
    }
  }

  /// Appends a member. A link leads to the text of `data`. `sum` is the CRC-32; nil for the right one. `dictionary` is
  /// the number of bits behind 128 KiB, in version 5 alone. `isSecret` says that the data is encrypted.
  package mutating func add(
    _ name: [UInt8], _ data: [UInt8] = [], _ kind: Kind = .file, sum: UInt32? = nil, dictionary: Int = 0,
    isSecret: Bool = false
  ) {
    let sum = ZipBuilder.number(sum ?? TestPNG.crc32(data))
    let size = ZipBuilder.number(UInt32(data.count))
    let mode: UInt32 =
      switch kind {
      case .file: 0o100644
      case .folder: 0o040755
      case .link: 0o120777
      }
    switch version {
    case .four:
      let flags: UInt16 = 0x8000 | (kind == .folder ? 0xE0 : 0) | (isSecret ? 4 : 0)
      // Made on Unix by version 2.0, stored.
      var fields = size + size + [3] + sum + ZipBuilder.number(UInt32(0)) + [20, 0x30]
      fields += ZipBuilder.number(UInt16(name.count)) + ZipBuilder.number(mode) + name
      bytes += Self.block(0x74, flags: flags, fields) + data
    case .five:
      // Extra fields lead a link, which has no data, or describe a key.
      let target = [1, 0] + Self.number(data.count) + data
      var extra = kind == .link ? Self.number(target.count + 1) + [5] + target : []
      if isSecret { extra += [36, 1, 0, 0, 15] + [UInt8](repeating: 7, count: 32) }
      let content = kind == .link ? [] : data
      let number = kind == .link ? ZipBuilder.number(TestPNG.crc32([])) : sum
      var fields: [UInt8] = [2, extra.isEmpty ? 2 : 3] + (extra.isEmpty ? [] : Self.number(extra.count))
      fields += Self.number(content.count) + [kind == .folder ? 5 : 4] + Self.number(content.count)
      fields += Self.number(Int(mode)) + number + Self.number(dictionary << 10) + [1]
      bytes += Self.header(fields + Self.number(name.count) + name + extra) + content
    }
  }

  package mutating func add(_ name: String, _ data: [UInt8] = [], _ kind: Kind = .file) {
    add(Array(name.utf8), data, kind)
  }

  /// Appends the mark of the end.
  package mutating func end() {
    bytes += version == .four ? Self.block(0x7B, flags: 0x4000, []) : Self.header([5, 0, 0])
  }

  /// A block of version 4: the lower half of a CRC-32, the kind, flags and size.
  private static func block(_ kind: UInt8, flags: UInt16, _ fields: [UInt8]) -> [UInt8] {
    let rest = [kind] + ZipBuilder.number(flags) + ZipBuilder.number(UInt16(7 + fields.count)) + fields
    return ZipBuilder.number(UInt16(truncatingIfNeeded: TestPNG.crc32(rest))) + rest
  }

  /// A header of version 5: a CRC-32, the size and the fields.
  private static func header(_ fields: [UInt8]) -> [UInt8] {
    let rest = number(fields.count) + fields
    return ZipBuilder.number(TestPNG.crc32(rest)) + rest
  }

  /// A number in pieces of 7 bits, the lowest first. All bytes but the last have the upper bit.
  private static func number(_ value: Int) -> [UInt8] {
    value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + number(value >> 7)
  }
}
