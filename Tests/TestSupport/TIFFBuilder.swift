/// Builds EXIF blocks for tests, byte by byte and without the code under test.
package struct TIFFBuilder {
  /// A field: its tag, type and count, and its bytes in the block's order.
  package struct Field {
    package var tag: Int
    package var type: Int
    package var count: Int
    package var value: [UInt8]

    package init(tag: Int, type: Int, count: Int, value: [UInt8]) {
      self.tag = tag
      self.type = type
      self.count = count
      self.value = value
    }
  }

  package var isBigEndian: Bool
  /// The whole TIFF structure so far.
  package private(set) var bytes: [UInt8]

  /// A header alone; IFD0 is to begin right behind it.
  package init(isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
    bytes = isBigEndian ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]
    bytes += number(8, 4)
  }

  /// The APP1 payload.
  package var payload: [UInt8] { Array("Exif\0\0".utf8) + bytes }

  /// A number of `count` bytes in the block's order.
  package func number(_ value: Int, _ count: Int) -> [UInt8] {
    let big = (0..<count).reversed().map { UInt8(value >> (8 * $0) & 255) }
    return isBigEndian ? big : big.reversed()
  }

  /// A field of one SHORT.
  package func short(_ tag: Int, _ value: Int) -> Field {
    Field(tag: tag, type: 3, count: 1, value: number(value, 2))
  }

  /// A field of one LONG.
  package func long(_ tag: Int, _ value: Int) -> Field {
    Field(tag: tag, type: 4, count: 1, value: number(value, 4))
  }

  /// A field of text with its final 0.
  package func ascii(_ tag: Int, _ text: String) -> Field {
    Field(tag: tag, type: 2, count: text.utf8.count + 1, value: Array(text.utf8) + [0])
  }

  /// A field of RATIONALs with the denominator 1.
  package func rationals(_ tag: Int, _ values: [Int]) -> Field {
    let value = values.flatMap { number($0, 4) + number(1, 4) }
    return Field(tag: tag, type: 5, count: values.count, value: value)
  }

  /// Appends bytes and gives where they lie.
  package mutating func append(_ new: [UInt8]) -> Int {
    if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
    defer { bytes += new }
    return bytes.count
  }

  /// Appends a directory, its long values behind it, and gives where it lies.
  package mutating func directory(_ fields: [Field], next: Int = 0) -> Int {
    let start = append([])
    var table = number(fields.count, 2)
    var values: [UInt8] = []
    let valuesStart = start + 2 + 12 * fields.count + 4
    for field in fields {
      table += number(field.tag, 2) + number(field.type, 2) + number(field.count, 4)
      if field.value.count <= 4 {
        table += field.value + [UInt8](repeating: 0, count: 4 - field.value.count)
      } else {
        table += number(valuesStart + values.count, 4)
        values += field.value
        if !values.count.isMultiple(of: 2) { values.append(0) }
      }
    }
    bytes += table + number(next, 4) + values
    return start
  }

  /// Makes `offset` IFD0.
  package mutating func setMain(_ offset: Int) { bytes.replaceSubrange(4..<8, with: number(offset, 4)) }
}

/// Builds BigTIFF files for tests, with fields of at most 8 bytes.
package struct BigTIFFBuilder {
  package var isBigEndian: Bool
  /// Each directory's fields: tag, type, count and value.
  package var directories: [[(Int, Int, Int, Int)]]

  package init(isBigEndian: Bool, directories: [[(Int, Int, Int, Int)]]) {
    self.isBigEndian = isBigEndian
    self.directories = directories
  }

  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    let little = (0..<count).map { UInt8(value >> (8 * $0) & 255) }
    return isBigEndian ? little.reversed() : little
  }

  /// The whole file: each directory is followed by the next.
  package var bytes: [UInt8] {
    let mark: UInt8 = isBigEndian ? 0x4D : 0x49
    var bytes = [mark, mark] + number(43, 2) + number(8, 2) + number(0, 2) + number(16, 8)
    for (index, fields) in directories.enumerated() {
      bytes += number(fields.count, 8)
      for (tag, type, count, value) in fields {
        let size = [1: 1, 3: 2, 4: 4, 16: 8][type] ?? 8
        let field = number(value, size)
        bytes += number(tag, 2) + number(type, 2) + number(count, 8)
        bytes += field + [UInt8](repeating: 0, count: 8 - field.count)
      }
      bytes += number(index == directories.count - 1 ? 0 : bytes.count + 8, 8)
    }
    return bytes
  }
}
