/// The fields of an EXIF block and of the directories that it points to, read without the code under test.
struct PlainExif {
  enum Directory: Hashable {
    case main, exif, gps, interoperability
  }

  struct Field: Hashable {
    var directory: Directory
    var tag: Int
    var type: Int
    var count: Int
    /// Where the value begins in the block.
    var offset: Int
    var value: [UInt8]

    /// The same with the same value, wherever that lies.
    func says(_ other: Field) -> Bool {
      (directory, tag, type, count) == (other.directory, other.tag, other.type, other.count)
        && value == other.value
    }

    /// The same of a maker's notes, where previews become zeros.
    func says(notes other: Field) -> Bool {
      (directory, tag, type, count) == (other.directory, other.tag, other.type, other.count)
        && zip(value, other.value).allSatisfy { $0 == $1 || $1 == 0 }
    }
  }

  private let block: [UInt8]
  private(set) var fields: [Field] = []
  /// Where the directory behind the first one lies: 0 for nowhere.
  private(set) var next = 0
  /// What is wrong with how it is built.
  private(set) var fault: String?
  private var starts: Set<Int> = []

  private static let pointers = [0x8769: Directory.exif, 0x8825: .gps, 0xA005: .interoperability]
  private static let sizes = [
    1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 129: 1,
  ]

  init(_ block: [UInt8]) {
    self.block = block
    guard [Array("MM\0*".utf8), Array("II*\0".utf8)].contains(Array(block.prefix(4))),
      let start = number(4, 4)
    else {
      fault = "it has no header"
      return
    }
    follow(.main, start)
    next = number(start, 2).flatMap { number(start + 2 + 12 * $0, 4) } ?? 0
  }

  /// A number in the block's order; nil where it isn't there.
  private func number(_ offset: Int, _ count: Int) -> Int? {
    guard offset <= block.count - count else { return nil }
    let bytes = block[offset..<offset + count]
    return block[0] == 0x4D
      ? bytes.reduce(0) { $0 << 8 | Int($1) } : bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func follow(_ directory: Directory, _ start: Int) {
    guard starts.insert(start).inserted, starts.count < 100 else {
      return fault = "directories go in circles"
    }
    guard let count = number(start, 2), start + 2 + 12 * count <= block.count else {
      return fault = "the directory at \(start) is cut off"
    }
    if count == 0 && directory != .main { fault = "there is an empty directory" }
    for index in 0..<count { add(directory, start + 2 + 12 * index) }
  }

  private mutating func add(_ directory: Directory, _ place: Int) {
    guard let tag = number(place, 2), let type = number(place + 2, 2), let count = number(place + 4, 4),
      let size = Self.sizes[type].map({ $0 * count }),
      let offset = size <= 4 ? place + 8 : number(place + 8, 4), size <= block.count - offset
    else { return fault = "the field at \(place) has no value" }
    guard let below = Self.pointers[tag] else {
      let value = Array(block[offset..<offset + size])
      return fields.append(
        Field(directory: directory, tag: tag, type: type, count: count, offset: offset, value: value))
    }
    if directory == .gps || directory == .interoperability { fault = "a directory lies below \(directory)" }
    guard (1...4).contains(size), let start = number(offset, size) else {
      return fault = "the pointer at \(place) leads nowhere"
    }
    follow(below, start)
  }
}
