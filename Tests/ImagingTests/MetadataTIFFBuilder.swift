/// Builds EXIF blocks for tests, byte by byte and without the code under test.
struct TIFFBuilder {
  /// A field: its tag, type and count, and its bytes in the block's order.
  struct Field {
    var tag: Int
    var type: Int
    var count: Int
    var value: [UInt8]
  }

  var isBigEndian: Bool
  /// The whole TIFF structure so far.
  private(set) var bytes: [UInt8]

  init(isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
    bytes = isBigEndian ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]
    bytes += number(8, 4)
  }

  /// The APP1 payload.
  var payload: [UInt8] { Array("Exif\0\0".utf8) + bytes }

  func number(_ value: Int, _ count: Int) -> [UInt8] {
    let big = (0..<count).reversed().map { UInt8(value >> (8 * $0) & 255) }
    return isBigEndian ? big : big.reversed()
  }

  func short(_ tag: Int, _ value: Int) -> Field {
    Field(tag: tag, type: 3, count: 1, value: number(value, 2))
  }

  func long(_ tag: Int, _ value: Int) -> Field {
    Field(tag: tag, type: 4, count: 1, value: number(value, 4))
  }

  func ascii(_ tag: Int, _ text: String) -> Field {
    Field(tag: tag, type: 2, count: text.utf8.count + 1, value: Array(text.utf8) + [0])
  }

  func rationals(_ tag: Int, _ values: [Int]) -> Field {
    let value = values.flatMap { number($0, 4) + number(1, 4) }
    return Field(tag: tag, type: 5, count: values.count, value: value)
  }

  /// Appends bytes and gives where they lie.
  mutating func append(_ new: [UInt8]) -> Int {
    if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
    defer { bytes += new }
    return bytes.count
  }

  /// Appends a directory, its long values behind it, and gives where it lies.
  mutating func directory(_ fields: [Field], next: Int = 0) -> Int {
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
  mutating func setMain(_ offset: Int) { bytes.replaceSubrange(4..<8, with: number(offset, 4)) }
}

/// A JPEG header for tests, with any segments before its frame; it has no picture data.
enum JPEGBuilder {
  static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 255)] + payload
  }

  static let jfif = segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])

  static func adobe(_ transform: UInt8) -> [UInt8] {
    segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
  }

  /// A frame header; each component is its id and its sampling factors as in `0x22`.
  static func frame(
    _ marker: UInt8 = 0xC0, precision: UInt8 = 8, width: Int = 640, height: Int = 480,
    components: [(UInt8, UInt8)] = [(1, 0x22), (2, 0x11), (3, 0x11)]
  ) -> [UInt8] {
    segment(
      marker,
      [precision, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
        + [UInt8(components.count)] + components.flatMap { [$0.0, $0.1, 0] })
  }

  static func scan(_ ids: [UInt8] = [1, 2, 3]) -> [UInt8] {
    segment(0xDA, [UInt8(ids.count)] + ids.flatMap { [$0, 0] } + [0, 63, 0])
  }

  static func file(_ segments: [[UInt8]]) -> [UInt8] { [0xFF, 0xD8] + segments.joined() }

  /// A whole header of the usual kind behind some segments.
  static func file(with segments: [[UInt8]]) -> [UInt8] { file([jfif] + segments + [frame(), scan()]) }
}
