import Testing

@testable import Parquet

@Suite struct EncodingTests {
  private func numbers(_ bytes: [UInt8], width: Int, most: Int = 1000) -> [UInt32] {
    var runs = HybridRuns(bytes, 0..<bytes.count, width: width)
    var numbers: [UInt32] = []
    while numbers.count < most, let number = runs.next() { numbers.append(number) }
    return numbers
  }

  @Test("Numbers 0 to 7 of 3 bits, as Encodings.md of parquet-format packs them")
  func packed() {
    #expect(numbers([3, 0x88, 0xC6, 0xFA], width: 3) == [0, 1, 2, 3, 4, 5, 6, 7])
  }

  @Test("A run of equal numbers, a packed run behind it, and numbers of 0, 9 and 32 bits")
  func runs() {
    #expect(numbers([200, 1, 4], width: 3) == Array(repeating: 4, count: 100))
    #expect(numbers([4, 1, 3, 0b1010_0101], width: 1) == [1, 1, 1, 0, 1, 0, 0, 1, 0, 1])
    #expect(numbers([6], width: 0) == [0, 0, 0])
    #expect(numbers([3], width: 0) == Array(repeating: 0, count: 8))
    #expect(numbers([4, 0x34, 1], width: 9) == [0x134, 0x134])
    #expect(numbers([2, 0xFF, 0xFF, 0xFF, 0xFF], width: 32) == [UInt32.max])
    // 8 numbers of 9 bits: bit 9 * n begins number n.
    #expect(numbers([3, 1, 4, 0, 0, 0, 0, 0, 0, 0x80], width: 9) == [1, 2, 0, 0, 0, 0, 0, 256])
  }

  @Test("A number of 31 bits that lies in five bytes")
  func fiveBytes() {
    let bytes: [UInt8] = [3, 0, 0, 0, 0x80, 0xFF, 0xFF, 0xFF, 0x3F] + [UInt8](repeating: 0, count: 23)
    #expect(numbers(bytes, width: 31) == [0, 0x7FFF_FFFF, 0, 0, 0, 0, 0, 0])
  }

  @Test("Runs that end early give what is there")
  func ends() {
    #expect(numbers([3, 0x88], width: 3) == [0, 1])
    #expect(numbers([200, 1], width: 3) == [])
    #expect(numbers([0x80], width: 3) == [])
    #expect(numbers([], width: 3) == [])
    // A run of 2 to the power of 31 numbers takes no memory.
    #expect(numbers([0xFE, 0xFF, 0xFF, 0xFF, 0x0F, 1], width: 1, most: 10) == Array(repeating: 1, count: 10))
  }

  @Test("Levels are written as runs")
  func levels() {
    var writer = LevelWriter()
    for level in [0, 0, 0, 2, 1, 1] { writer.add(level) }
    #expect(writer.take() == [6, 0, 0, 0, 6, 0, 2, 2, 4, 1])
    for _ in 0..<100 { writer.add(1) }
    #expect(writer.take() == [3, 0, 0, 0, 200, 1, 1])
    #expect(writer.take() == [0, 0, 0, 0])
  }

  /// Numbers of the specification: 50399 takes the bytes DF 89 03; -1 becomes 1, and 1 becomes 2.
  @Test("Thrift's compact protocol")
  func thrift() throws {
    var writer = CompactWriter()
    writer.varint(50399)
    #expect(writer.bytes == [0xDF, 0x89, 3])
    writer = CompactWriter()
    writer.structure { writer in
      writer.int32(1, -1)
      writer.bool(3, true)
      writer.bool(4, false)
      writer.int64(30, 1)
      writer.text(31, "ab")
      writer.structures(32, [1, 2]) { $0.int32(1, $1) }
      writer.bools(33, [true, false])
      writer.byte(34, -2)
    }
    #expect(
      writer.bytes == [
        0x15, 1, 0x21, 0x12, 0x06, 60, 2, 0x18, 2, 97, 98, 0x19, 0x2C, 0x15, 2, 0, 0x15, 4, 0, 0x19, 0x21, 1,
        2, 0x13, 0xFE, 0,
      ])
    var reader = CompactReader(writer.bytes[...])
    var found: [Int: String] = [:]
    try reader.structure { field, reader throws(CompactReader.Fault) in
      switch field.id {
      case 1, 30, 34: found[field.id] = "\(try reader.int(field))"
      case 3, 4: found[field.id] = "\(try reader.bool(field))"
      case 31: found[31] = try reader.text(field)
      default: return false
      }
      return true
    }
    #expect(found == [1: "-1", 3: "true", 4: "false", 30: "1", 31: "ab", 34: "-2"])
    #expect(reader.count == writer.bytes.count)
  }

  @Test(
    "Damaged structures are refused",
    arguments: [
      [], [0x15], [0x18, 5, 97, 0], [0x1D, 0], [0x19, 0xFC, 0xFF, 0xFF, 0x03], [0x19, 0x20, 0, 0],
      [0x15, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 2, 0], [0x1B, 0xFF, 0x7F, 0x55, 0],
    ] as [[UInt8]])
  func damage(_ bytes: [UInt8]) {
    var reader = CompactReader(bytes[...])
    #expect(throws: CompactReader.Fault.self) {
      try reader.structure { _, _ throws(CompactReader.Fault) in false }
    }
  }

  @Test("Values that nest too deep are refused")
  func depth() {
    let bytes = [UInt8](repeating: 0x1C, count: 100_000) + [UInt8](repeating: 0, count: 100_001)
    var reader = CompactReader(bytes[...])
    #expect(throws: CompactReader.Fault.self) {
      try reader.structure { _, _ throws(CompactReader.Fault) in false }
    }
  }
}
