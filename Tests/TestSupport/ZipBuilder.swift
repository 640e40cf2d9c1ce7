/// Zip archives that a test writes byte by byte. Numbers are little-endian.
package struct ZipBuilder {
  /// An entry. Each number that is nil is the right one.
  package struct Entry {
    package var name: [UInt8]
    package var data: [UInt8] = []
    package var method: UInt16 = 0
    package var flags: UInt16 = 0
    /// The system that made it, and its attributes.
    package var system: UInt8 = 3
    package var attributes: UInt32 = 0o100644 << 16
    package var size: UInt32?
    package var packed: UInt32?
    package var checksum: UInt32 = 0
    package var extra: [UInt8] = []
    package var comment: [UInt8] = []
    package var disk: UInt16 = 0
    /// The offset of the local header in the directory.
    package var header: UInt32?
    package var local = Local()

    package init(_ name: String, _ data: [UInt8] = []) {
      self.name = Array(name.utf8)
      self.data = data
    }
  }

  /// What the local header has in place of the entry's.
  package struct Local {
    package var name: [UInt8]?
    package var method: UInt16?
    package var flags: UInt16?
    package var size: UInt32?
    package var packed: UInt32?
    package var checksum: UInt32?
    package var extra: [UInt8] = []
    package var signature: UInt32 = 0x0403_4B50

    package init() {}
  }

  /// What the end record says in place of the truth.
  package struct End {
    package var entries: UInt16?
    package var here: UInt16?
    package var bytes: UInt32?
    package var offset: UInt32?
    package var disk: UInt16 = 0
    package var comment: [UInt8] = []
    /// Appends the record of zip64 and its locator.
    package var isWide = false
    /// Further bytes of the record of zip64.
    package var wideExtra: [UInt8] = []
    package var wideEntries: UInt64?
    package var wideBytes: UInt64?
    package var wideOffset: UInt64?
    package var disks: UInt32 = 1

    package init() {}
  }

  /// The offset of each local header.
  package private(set) var headers: [Int] = []
  /// The offset of the directory.
  package private(set) var directory = 0
  package let bytes: [UInt8]

  /// `between` are bytes between the last data and the directory, `before` those before the zip.
  package init(
    _ entries: [Entry], _ end: End = End(), before: [UInt8] = [], between: [UInt8] = [],
    signature: [UInt8] = []
  ) {
    var bytes = before
    for entry in entries {
      headers.append(bytes.count)
      bytes += Self.local(entry) + entry.data
    }
    bytes += between
    directory = bytes.count
    for (place, entry) in entries.enumerated() {
      bytes += Self.central(entry, UInt32(headers[place] - before.count))
    }
    bytes += signature
    self.bytes =
      bytes + Self.end(end, entries.count, bytes.count - directory, directory - before.count, bytes.count)
  }

  /// The bytes of a number.
  package static func number<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    (0..<Value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// An extra field.
  package static func field(_ number: UInt16, _ content: [UInt8]) -> [UInt8] {
    Self.number(number) + Self.number(UInt16(content.count)) + content
  }

  private static func local(_ entry: Entry) -> [UInt8] {
    let own = entry.local
    let name = own.name ?? entry.name
    var bytes = number(own.signature) + number(UInt16(20)) + number(own.flags ?? entry.flags)
    bytes += number(own.method ?? entry.method) + number(UInt32(0)) + number(own.checksum ?? entry.checksum)
    bytes += number(own.packed ?? entry.packed ?? UInt32(entry.data.count))
    bytes += number(own.size ?? entry.size ?? UInt32(entry.data.count))
    return bytes + number(UInt16(name.count)) + number(UInt16(own.extra.count)) + name + own.extra
  }

  private static func central(_ entry: Entry, _ header: UInt32) -> [UInt8] {
    var bytes = number(UInt32(0x0201_4B50)) + [20, entry.system] + number(UInt16(20)) + number(entry.flags)
    bytes += number(entry.method) + number(UInt32(0)) + number(entry.checksum)
    bytes += number(entry.packed ?? UInt32(entry.data.count)) + number(entry.size ?? UInt32(entry.data.count))
    bytes += number(UInt16(entry.name.count)) + number(UInt16(entry.extra.count))
    bytes += number(UInt16(entry.comment.count)) + number(entry.disk) + number(UInt16(0))
    bytes += number(entry.attributes) + number(entry.header ?? header)
    return bytes + entry.name + entry.extra + entry.comment
  }

  private static func end(_ end: End, _ count: Int, _ size: Int, _ offset: Int, _ place: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    if end.isWide {
      bytes += number(UInt32(0x0606_4B50)) + number(UInt64(44 + end.wideExtra.count)) + number(UInt16(45))
      bytes += number(UInt16(45)) + number(UInt32(0)) + number(UInt32(0))
      bytes += number(end.wideEntries ?? UInt64(count)) + number(end.wideEntries ?? UInt64(count))
      bytes +=
        number(end.wideBytes ?? UInt64(size)) + number(end.wideOffset ?? UInt64(offset)) + end.wideExtra
      bytes += number(UInt32(0x0706_4B50)) + number(UInt32(0)) + number(UInt64(place)) + number(end.disks)
    }
    bytes += number(UInt32(0x0605_4B50)) + number(end.disk) + number(end.disk)
    let entries = end.entries ?? UInt16(truncatingIfNeeded: count)
    bytes += number(end.here ?? entries) + number(entries) + number(end.bytes ?? UInt32(size))
    return bytes + number(end.offset ?? UInt32(offset)) + number(UInt16(end.comment.count)) + end.comment
  }
}
