/// The header before a page (`PageHeader` in `parquet.thrift`).
struct PageHeader {
  enum Kind: Hashable {
    case data
    /// The second version, whose levels aren't compressed.
    case data2
    case dictionary
    /// A page that isn't needed.
    case other
  }

  /// Numbers of `Encoding`.
  enum Encoding {
    static let plain = 0
    static let plainDictionary = 2
    static let runs = 3
    static let dictionary = 8
  }

  var kind: Kind?
  /// The bytes of the page, stored and decompressed, with the levels.
  var storedBytes: Int?
  var bytes: Int?
  var checksum: UInt32?
  /// The number of values, nulls and empty lists; in a dictionary, of entries.
  var values: Int?
  var encoding: Int?
  var definitionEncoding = Encoding.runs
  var repetitionEncoding = Encoding.runs
  /// The bytes of the levels in a page of the second version.
  var definitionBytes = 0
  var repetitionBytes = 0
  var isCompressed = true

  init(_ reader: inout CompactReader) throws(CompactReader.Fault) {
    var header = Self()
    try reader.structure { field, reader throws(CompactReader.Fault) in
      switch field.id {
      case 1: header.kind = [0: Kind.data, 2: .dictionary, 3: .data2][try reader.int(field)] ?? .other
      case 2: header.bytes = try reader.size(field)
      case 3: header.storedBytes = try reader.size(field)
      case 4: header.checksum = UInt32(truncatingIfNeeded: try reader.int(field))
      case 5: try header.readData(field, &reader)
      case 7: try header.readDictionary(field, &reader)
      case 8: try header.readData2(field, &reader)
      default: return false
      }
      return true
    }
    self = header
  }

  private init() {}

  private mutating func readData(
    _ field: CompactReader.Field, _ reader: inout CompactReader
  ) throws(CompactReader.Fault) {
    var header = self
    try reader.structure(field) { field, reader throws(CompactReader.Fault) in
      switch field.id {
      case 1: header.values = try reader.size(field)
      case 2: header.encoding = try reader.size(field)
      case 3: header.definitionEncoding = try reader.size(field)
      case 4: header.repetitionEncoding = try reader.size(field)
      default: return false
      }
      return true
    }
    self = header
  }

  private mutating func readData2(
    _ field: CompactReader.Field, _ reader: inout CompactReader
  ) throws(CompactReader.Fault) {
    var header = self
    try reader.structure(field) { field, reader throws(CompactReader.Fault) in
      switch field.id {
      case 1: header.values = try reader.size(field)
      case 4: header.encoding = try reader.size(field)
      case 5: header.definitionBytes = try reader.size(field)
      case 6: header.repetitionBytes = try reader.size(field)
      case 7: header.isCompressed = try reader.bool(field)
      default: return false
      }
      return true
    }
    self = header
  }

  private mutating func readDictionary(
    _ field: CompactReader.Field, _ reader: inout CompactReader
  ) throws(CompactReader.Fault) {
    var header = self
    try reader.structure(field) { field, reader throws(CompactReader.Fault) in
      switch field.id {
      case 1: header.values = try reader.size(field)
      case 2: header.encoding = try reader.size(field)
      default: return false
      }
      return true
    }
    self = header
  }
}

extension CompactReader {
  /// The 32-bit integer of a field. Throws if it is negative.
  fileprivate mutating func size(_ field: Field) throws(Fault) -> Int {
    guard let value = Int32(exactly: try count(field)) else {
      throw .wrong("field \(field.id) has more than 31 bits")
    }
    return Int(value)
  }
}
