import JSON
import Parquet

/// Parquet files that are put together from given bytes, and conditions that hold for all files.
enum PlainParquet {
  /// Limits so narrow that no input takes long.
  static let limits: ParquetLimits = {
    var limits = ParquetLimits()
    (limits.rows, limits.columnValues, limits.rowValues) = (2000, 20_000, 20_000)
    (limits.pageBytes, limits.valuePageBytes) = (1 << 20, 1 << 20)
    (limits.rowBytes, limits.allRowBytes) = (1 << 16, 1 << 20)
    return limits
  }()

  static func file(_ data: [UInt8], description: [UInt8]) -> [UInt8] {
    let length = withUnsafeBytes(of: UInt32(description.count).littleEndian) { Array($0) }
    return Array("PAR1".utf8) + data + description + length + Array("PAR1".utf8)
  }

  /// The description at the end of a file.
  static func description(of file: [UInt8]) -> [UInt8] {
    let length = file.dropLast(4).suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    return Array(file.dropLast(8).suffix(length))
  }

  /// What doesn't hold for a file; nil if all is well.
  static func fault(of file: ParquetFile) -> String? {
    for column in file.columns {
      if let fault = faultOfRows(file, column.name) ?? faultOfPictures(file, column.name) { return fault }
    }
    return nil
  }

  private static func faultOfRows(_ file: ParquetFile, _ name: String) -> String? {
    guard let values = rows(file, name) else { return nil }
    if values.count != file.rows { return "the rows of a column are too few or too many" }
    if rows(file, name) != values { return "a second look finds other values" }
    // JSON has no other numbers.
    let isJSON = values.allSatisfy { (try? JSONText.encode(JSONValue.object($0))) != nil }
    return isJSON ? nil : "a row is no JSON"
  }

  /// The rows of a column; nil if they are refused.
  private static func rows(_ file: ParquetFile, _ name: String) -> [[JSONValue.Member]]? {
    guard var rows = try? ParquetRows(file, columns: [name]) else { return nil }
    var found: [[JSONValue.Member]] = []
    do throws(ParquetFault) {
      while let row = try rows.next() { found.append(row) }
    } catch { return nil }
    return found
  }

  private static func faultOfPictures(_ file: ParquetFile, _ name: String) -> String? {
    guard let column = try? ParquetPictureColumn(name, in: file) else { return nil }
    var walk = ParquetPictureWalk(file, column)
    var reader = ParquetPictureReader(file, column)
    do throws(ParquetFault) {
      while let picture = try walk.next() {
        if walk.index.bytes(of: picture.row) != picture.bytes?.count { return "a picture has another size" }
        guard let place = walk.index.place(of: picture.row) else { continue }
        guard let bytes = try? reader.bytes(at: place), bytes == picture.bytes else {
          return "a picture doesn't lie at its place"
        }
      }
    } catch { return nil }
    return walk.index.count == file.rows ? nil : "pictures are too few or too many"
  }
}

/// Writes Thrift's compact protocol, as far as a description needs it.
struct PlainThrift {
  private(set) var bytes: [UInt8] = []
  private var last = 0

  init() {}

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Fields follow each other by at most 15 numbers.
  private mutating func header(_ id: Int, _ kind: UInt8) {
    bytes.append(UInt8(id - last) << 4 | kind)
    last = id
  }

  mutating func number(_ id: Int, _ value: Int) {
    header(id, 6)
    varint(UInt64(bitPattern: Int64(value) << 1 ^ Int64(value) >> 63))
  }

  mutating func text(_ id: Int, _ text: String) {
    header(id, 8)
    varint(UInt64(text.utf8.count))
    bytes += text.utf8
  }

  mutating func structure(_ id: Int, _ fields: (inout PlainThrift) -> Void) {
    header(id, 12)
    bytes += PlainThrift.structure(fields)
  }

  mutating func structures(_ id: Int, _ list: [(inout PlainThrift) -> Void]) {
    header(id, 9)
    bytes.append(UInt8(list.count) << 4 | 12)
    for fields in list { bytes += PlainThrift.structure(fields) }
  }

  static func structure(_ fields: (inout PlainThrift) -> Void) -> [UInt8] {
    var writer = PlainThrift()
    fields(&writer)
    return writer.bytes + [0]
  }
}
