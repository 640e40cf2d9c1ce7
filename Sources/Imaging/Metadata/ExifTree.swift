/// The directories of an EXIF block with their values, independent of their place in the block.
package struct ExifTree {
  package struct Field {
    var tag: Int
    var type: Int
    var count: Int
    /// The value in the tree's byte order.
    var value: [UInt8]
    /// The value's place in the old block. Fields with the same place also share their value in a new block.
    /// Nil if the field has a value of its own.
    var origin: Range<Int>?

    package init(tag: Int, type: Int, count: Int, value: [UInt8], origin: Range<Int>? = nil) {
      (self.tag, self.type, self.count, self.value, self.origin) = (tag, type, count, value, origin)
    }
  }

  /// The reason why EXIF with too long values isn't kept.
  static let tooLong = "its values have more than \(MetadataSegment.longestPayload) bytes"

  package struct Directory {
    /// The fields in the order of their tags, without the pointers to ``below``.
    var fields: [Field] = []
    /// The directories below this one. The key of each is the tag of the field that points to it.
    package var below: [Int: Directory] = [:]

    package init(_ fields: [Field] = []) { self.fields = fields }

    var isEmpty: Bool { fields.isEmpty && below.isEmpty }

    /// Removes fields of this directory only, not of the directories below.
    mutating func remove(_ tags: Set<Int>) { fields.removeAll { tags.contains($0.tag) } }

    /// Inserts a field in the order of tags.
    mutating func insert(_ field: Field) {
      fields.insert(field, at: fields.firstIndex { $0.tag > field.tag } ?? fields.endIndex)
    }
  }

  var isBigEndian: Bool
  var main: Directory

  package init(isBigEndian: Bool, main: Directory) {
    self.isBigEndian = isBigEndian
    self.main = main
  }

  /// The directories of a block that ``ExifLayout`` has checked. Such a block has few directories, and no two
  /// pointers lead to one directory. Nil if the values have more than `most` bytes.
  init?(_ block: TIFFBlock, within most: Int) {
    var values = Values(room: most)
    guard let main = block.mainDirectory.flatMap({ Self.directory($0, block, &values) }) else { return nil }
    self.init(isBigEndian: block.isBigEndian, main: main)
  }

  /// Values collected from a block. A value that several fields share counts once.
  private struct Values {
    var room: Int
    private var taken: [Range<Int>: [UInt8]] = [:]

    init(room: Int) { self.room = room }

    mutating func take(_ range: Range<Int>, of block: TIFFBlock) -> [UInt8]? {
      if let value = taken[range] { return value }
      room -= range.count
      if room < 0 { return nil }
      let value = Array(block.bytes[range])
      taken[range] = value
      return value
    }
  }

  private static func directory(
    _ table: TIFFDirectory, _ block: TIFFBlock, _ values: inout Values
  ) -> Directory? {
    var directory = Directory()
    for entry in table.entries {
      if TIFFTag.directoryPointers.contains(entry.tag) {
        guard let below = block.number(entry).flatMap(block.directory(at:)) else { return nil }
        guard let below = Self.directory(below, block, &values) else { return nil }
        directory.below[entry.tag] = below
      } else if let range = entry.values {
        guard let value = values.take(range, of: block) else { return nil }
        directory.fields.append(
          Field(tag: entry.tag, type: entry.type, count: entry.count, value: value, origin: entry.outside))
      }
    }
    return directory
  }
}

extension ExifTree {
  /// A block with the directories, without gaps. Each directory comes before its values and the directories
  /// below.
  package func block(isBigEndian: Bool) -> [UInt8] {
    var writer = Writer(isBigEndian: isBigEndian, isTurned: isBigEndian != self.isBigEndian)
    writer.bytes = (isBigEndian ? [0x4D, 0x4D, 0, 0x2A] : [0x49, 0x49, 0x2A, 0]) + writer.number(8, 4)
    writer.add(main)
    return writer.bytes
  }

  private struct Writer {
    let isBigEndian: Bool
    /// True if the tree's values must be converted to the other byte order.
    let isTurned: Bool
    var bytes: [UInt8] = []
    /// The offsets of written values. Fields that share a value point to the same offset.
    private var places: [Value: Int] = [:]

    private struct Value: Hashable {
      var origin: Range<Int>
      var type: Int
    }

    init(isBigEndian: Bool, isTurned: Bool) { (self.isBigEndian, self.isTurned) = (isBigEndian, isTurned) }

    mutating func add(_ directory: Directory) {
      let tags = directory.fields.enumerated().map { (tag: $0.element.tag, field: Optional($0.offset)) }
      let pointers = directory.below.keys.map { (tag: $0, field: Int?.none) }
      let entries = (tags + pointers).sorted {
        ($0.tag, $0.field ?? -1) < ($1.tag, $1.field ?? -1)
      }
      let start = bytes.count
      bytes += number(entries.count, 2) + [UInt8](repeating: 0, count: TIFFEntry.length * entries.count + 4)
      for (index, entry) in entries.enumerated() {
        let place = start + 2 + TIFFEntry.length * index
        if let field = entry.field {
          write(directory.fields[field], at: place)
        } else if let below = directory.below[entry.tag] {
          put(number(entry.tag, 2) + number(4, 2) + number(1, 4), at: place)
          point(from: place + 8)
          add(below)
        }
      }
    }

    private mutating func write(_ field: Field, at place: Int) {
      put(number(field.tag, 2) + number(field.type, 2) + number(field.count, 4), at: place)
      let value = isTurned ? turned(field) : field.value
      if value.count <= 4 {
        put(value, at: place + 8)
        return
      }
      let shared = field.origin.map { Value(origin: $0, type: field.type) }
      if let written = shared.flatMap({ places[$0] }) {
        put(number(written, 4), at: place + 8)
      } else {
        point(from: place + 8)
        shared.map { places[$0] = bytes.count }
        bytes += value
      }
    }

    /// Writes at `place` the offset of the end of ``bytes``, where the caller then adds a value or directory.
    /// If the end isn't on a word boundary, a byte is added first (TIFF 6.0, section 2).
    private mutating func point(from place: Int) {
      if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
      put(number(bytes.count, 4), at: place)
    }

    private mutating func put(_ new: [UInt8], at place: Int) {
      bytes.replaceSubrange(place..<place + new.count, with: new)
    }

    func number(_ value: Int, _ count: Int) -> [UInt8] {
      [UInt8](value, count: count, isBigEndian: isBigEndian)
    }

    /// The field's value with the bytes of each number reversed. A RATIONAL has two numbers.
    private func turned(_ field: Field) -> [UInt8] {
      let size = [5, 10].contains(field.type) ? 4 : TIFFEntry.size(field.type) ?? 1
      return stride(from: 0, to: field.value.count, by: size).flatMap {
        field.value[$0..<min($0 + size, field.value.count)].reversed()
      }
    }
  }
}
