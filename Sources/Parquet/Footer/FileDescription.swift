import System

/// The description at a file's end (`FileMetaData` in `parquet.thrift`).
struct FileDescription {
  var elements: [SchemaElement] = []
  var groups: [StoredRowGroup] = []
  var rows: UInt64?
  var notes: [String: String] = [:]
  var creator: String?
  var isEncrypted = false

  init(_ bytes: [UInt8]) throws(ParquetFault) {
    var reader = CompactReader(bytes[...])
    var found = Self()
    do throws(CompactReader.Fault) {
      try reader.structure { field, reader throws(CompactReader.Fault) in
        switch field.id {
        case 2:
          try reader.structures(field) { reader throws(CompactReader.Fault) in
            guard found.elements.count <= FixedLimits.Parquet.columns else {
              throw .wrong("it has more than \(FixedLimits.Parquet.columns) columns")
            }
            found.elements.append(try SchemaElement(&reader))
          }
        case 3: found.rows = try reader.count(field)
        case 4:
          try reader.structures(field) { reader throws(CompactReader.Fault) in
            found.groups.append(try StoredRowGroup(&reader))
          }
        case 5:
          try reader.structures(field) { reader throws(CompactReader.Fault) in try found.readNote(&reader) }
        case 6: found.creator = try reader.text(field)
        case 8:
          found.isEncrypted = true
          return false
        default: return false
        }
        return true
      }
    } catch { throw error.parquet(in: "the description at its end") }
    self = found
  }

  private init() {}

  private mutating func readNote(_ reader: inout CompactReader) throws(CompactReader.Fault) {
    var (key, value): (String?, String?)
    try reader.structure { field, reader throws(CompactReader.Fault) in
      switch field.id {
      case 1: key = try reader.text(field)
      case 2: value = String(decoding: try reader.binary(field), as: UTF8.self)
      default: return false
      }
      return true
    }
    if let key, let value { notes[key] = value }
  }
}
