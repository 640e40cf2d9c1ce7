/// The values of one column in one group of rows.
struct ColumnChunk: Hashable, Sendable {
  var type: ParquetType?
  var codec = ParquetCodec.uncompressed
  /// The number of values, nulls and empty lists.
  var values: UInt64?
  /// The stored bytes of all pages.
  var bytes: UInt64?
  var dataStart: UInt64?
  var dictionaryStart: UInt64?
  /// True if the values lie in another file.
  var isElsewhere = false
  var isEncrypted = false

  /// Reads `ColumnChunk` of `parquet.thrift`.
  init(_ reader: inout CompactReader) throws(CompactReader.Fault) {
    var chunk = Self()
    try reader.structure { field, reader throws(CompactReader.Fault) in
      switch field.id {
      case 1: chunk.isElsewhere = try !reader.binary(field).isEmpty
      case 3: try chunk.readMetadata(field, &reader)
      case 8, 9:
        chunk.isEncrypted = true
        return false
      default: return false
      }
      return true
    }
    self = chunk
  }

  private init() {}

  private mutating func readMetadata(
    _ field: CompactReader.Field, _ reader: inout CompactReader
  ) throws(CompactReader.Fault) {
    var chunk = self
    try reader.structure(field) { field, reader throws(CompactReader.Fault) in
      switch field.id {
      case 1: chunk.type = ParquetType(rawValue: Int(try reader.int(field)))
      case 4: chunk.codec = ParquetCodec(number: Int(try reader.int(field)))
      case 5: chunk.values = try reader.count(field)
      case 7: chunk.bytes = try reader.count(field)
      case 9: chunk.dataStart = try reader.count(field)
      case 11: chunk.dictionaryStart = try reader.count(field)
      default: return false
      }
      return true
    }
    self = chunk
  }

  /// The place of the pages in a file whose data ends at `end`. Throws if the chunk can't be read.
  func place(of leaf: ParquetLeaf, end: UInt64) throws(ParquetFault) -> Range<UInt64> {
    if isEncrypted { throw .unsupported("'\(leaf.path)' is encrypted") }
    if isElsewhere { throw .unsupported("values of '\(leaf.path)' lie in another file") }
    // Without values, writers name any place.
    if values == 0 { return 4..<4 }
    guard type == leaf.type, let dataStart, let bytes, values != nil else {
      throw .damaged("the description of '\(leaf.path)' lacks its type or its place")
    }
    // Some writers name a dictionary at 0, or behind the data, if there is none.
    let start = dictionaryStart.map { $0 >= 4 && $0 < dataStart ? $0 : dataStart } ?? dataStart
    let (last, isOver) = start.addingReportingOverflow(bytes)
    guard start >= 4, !isOver, last <= end else {
      throw .damaged("'\(leaf.path)' reaches over the file's data")
    }
    return start..<last
  }
}
