/// The TIFF structure of an EXIF block (TIFF 6.0, section 2). Every offset is checked.
struct TIFFBlock {
  /// All bytes of the block. The block's offsets count from the first byte.
  var bytes: [UInt8]
  let isBigEndian: Bool

  /// Nil if the bytes don't begin with a TIFF header.
  init?(_ bytes: [UInt8]) {
    switch bytes.prefix(4) {
    case [0x49, 0x49, 0x2A, 0x00]: isBigEndian = false
    case [0x4D, 0x4D, 0x00, 0x2A]: isBigEndian = true
    default: return nil
    }
    self.bytes = bytes
  }

  /// The TIFF structure in an APP1 payload; nil if it is no EXIF block.
  init?(payload: [UInt8]) {
    let identifier = MetadataSegment.Kind.exif.identifier
    guard payload.starts(with: identifier) else { return nil }
    self.init(Array(payload.dropFirst(identifier.count)))
  }

  /// The unsigned number in `count` bytes (1...4) at `offset`; nil if they don't lie in the block.
  func number(at offset: Int, count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    return number(in: bytes[offset..<offset + count])
  }

  /// The unsigned number in `field`, in the block's byte order.
  func number(in field: ArraySlice<UInt8>) -> Int { isBigEndian ? field.number : field.reversed().number }

  /// `number` as `count` bytes in the block's byte order.
  func encoded(_ number: Int, count: Int) -> [UInt8] {
    [UInt8](number, count: count, isBigEndian: isBigEndian)
  }

  /// Overwrites the block's bytes from `offset` on. New bytes that don't fit into the block are dropped.
  mutating func write(_ new: some Sequence<UInt8>, at offset: Int) {
    for (place, byte) in zip(offset..., new) where bytes.indices.contains(place) { bytes[place] = byte }
  }
}

/// One field of an image file directory (TIFF 6.0, section 2, "IFD Entry").
struct TIFFEntry {
  /// The length of a field in its directory, in bytes.
  static let length = 12

  var tag: Int
  var type: Int
  /// The number of values.
  var count: Int
  /// The place of the values in the block; nil if the type is unknown, or if the values reach beyond the
  /// block.
  var values: Range<Int>?
  /// The field's 12 bytes in the directory.
  var raw: [UInt8]

  /// True if the values are stored in the field itself.
  var isInline: Bool { Self.size(type).map { $0 * count <= 4 } ?? true }
  /// The place of values that aren't stored in the field itself. Nil if the field stores its values, or if
  /// ``values`` is nil.
  var outside: Range<Int>? { isInline ? nil : values }

  /// The number of bytes in one value of `type`; nil if the type is unknown (TIFF 6.0, section 2, "Types").
  /// Adobe's supplement 1 adds type 13, IFD. EXIF 3.0 adds type 129, UTF-8.
  static func size(_ type: Int) -> Int? {
    switch type {
    case 1, 2, 6, 7, 129: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12: 8
    default: nil
    }
  }
}

extension TIFFBlock {
  /// The field at `offset`; nil if it doesn't lie in the block.
  func entry(at offset: Int) -> TIFFEntry? {
    guard let tag = number(at: offset, count: 2), let type = number(at: offset + 2, count: 2),
      let count = number(at: offset + 4, count: 4), let value = number(at: offset + 8, count: 4)
    else { return nil }
    var entry = TIFFEntry(
      tag: tag, type: type, count: count, values: nil, raw: Array(bytes[offset..<offset + TIFFEntry.length]))
    guard let size = TIFFEntry.size(type).map({ $0 * count }) else { return entry }
    let start = size <= 4 ? offset + 8 : value
    if start >= 8, size <= bytes.count - start { entry.values = start..<start + size }
    return entry
  }

  /// All values of an integer field (BYTE, SHORT, LONG, IFD); nil for another type.
  func numbers(_ entry: TIFFEntry) -> [Int]? {
    guard let values = entry.values, [1, 3, 4, 13].contains(entry.type),
      let size = TIFFEntry.size(entry.type)
    else { return nil }
    return stride(from: values.lowerBound, to: values.upperBound, by: size).compactMap {
      number(at: $0, count: size)
    }
  }

  /// The value of a field of one integer; nil for any other field.
  func number(_ entry: TIFFEntry) -> Int? {
    entry.count == 1 ? numbers(entry)?.first : nil
  }
}
