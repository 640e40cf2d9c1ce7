/// A group of rows, whose columns lie one after the other.
package struct ParquetRowGroup: Sendable {
  /// The number of rows in the groups before this one.
  package let firstRow: Int
  package let rows: Int
  /// The stored bytes of all columns.
  package let bytes: UInt64
  let chunks: [ColumnChunk]
}

/// A group of rows as the file's description has it (`RowGroup` in `parquet.thrift`).
struct StoredRowGroup {
  var chunks: [ColumnChunk] = []
  var rows: UInt64?

  init(_ reader: inout CompactReader) throws(CompactReader.Fault) {
    var group = Self()
    try reader.structure { field, reader throws(CompactReader.Fault) in
      switch field.id {
      case 1:
        try reader.structures(field) { reader throws(CompactReader.Fault) in
          group.chunks.append(try ColumnChunk(&reader))
        }
      case 3: group.rows = try reader.count(field)
      default: return false
      }
      return true
    }
    self = group
  }

  private init() {}
}
