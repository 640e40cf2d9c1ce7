/// A line of a file's schema (`SchemaElement` in `parquet.thrift`).
struct SchemaElement {
  /// Numbers of `FieldRepetitionType`.
  static let (required, optional, repeated) = (0, 1, 2)

  var type: ParquetType?
  var typeLength = 0
  var repetition = Self.required
  var name: String?
  var children = 0
  /// The number of the old annotation.
  var converted: Int?
  var logical: Logical?

  /// The annotation (`LogicalType`). Its cases are those that differ from the old annotations.
  enum Logical {
    case timestamp(ParquetMeaning.Unit?, isUTC: Bool)
    case time(ParquetMeaning.Unit?)
    case integer(isSigned: Bool)
    /// Any other annotation, by its number.
    case other(Int)
  }

  init(_ reader: inout CompactReader) throws(CompactReader.Fault) {
    var element = Self()
    try reader.structure { field, reader throws(CompactReader.Fault) in
      switch field.id {
      case 1:
        let number = try reader.int(field)
        guard let type = ParquetType(rawValue: Int(number)) else {
          throw .wrong("there is no type \(number)")
        }
        element.type = type
      case 2: element.typeLength = Int(clamping: try reader.count(field))
      case 3:
        element.repetition = Int(try reader.int(field))
        guard 0...2 ~= element.repetition else { throw .wrong("a column has no repetition") }
      case 4: element.name = try reader.text(field)
      case 5: element.children = Int(clamping: try reader.count(field))
      case 6: element.converted = Int(try reader.int(field))
      case 10: element.logical = try Self.logical(field, &reader)
      default: return false
      }
      return true
    }
    self = element
  }

  private init() {}

  private static func logical(
    _ field: CompactReader.Field, _ reader: inout CompactReader
  ) throws(CompactReader.Fault) -> Logical? {
    var found: Logical?
    try reader.structure(field) { field, reader throws(CompactReader.Fault) in
      var (unit, isUTC, isSigned): (ParquetMeaning.Unit?, Bool, Bool) = (nil, false, true)
      guard [7, 8, 10].contains(field.id) else {
        found = .other(field.id)
        return false
      }
      let isInteger = field.id == 10
      try reader.structure(field) { part, reader throws(CompactReader.Fault) in
        switch part.id {
        case 1 where !isInteger: isUTC = try reader.bool(part)
        case 2 where isInteger: isSigned = try reader.bool(part)
        case 2:
          try reader.structure(part) { choice, _ in
            unit = [1: .milliseconds, 2: .microseconds, 3: .nanoseconds][choice.id]
            return false
          }
        default: return false
        }
        return true
      }
      switch field.id {
      case 7: found = .time(unit)
      case 8: found = .timestamp(unit, isUTC: isUTC)
      default: found = .integer(isSigned: isSigned)
      }
      return true
    }
    return found
  }
}

extension SchemaElement {
  /// True if the element holds a list.
  var isList: Bool { if case .other(3)? = logical { true } else { converted == 3 } }

  /// True if the element holds a map.
  var isMap: Bool { if case .other(2)? = logical { true } else { [1, 2].contains(converted) } }

  /// The meaning of a column of `type`.
  func meaning(of type: ParquetType) -> ParquetMeaning {
    if let logical { return Self.meaning(logical, of: type) }
    guard let converted else { return Self.plain(type) }
    switch (converted, type) {
    case (0, .byteArray), (4, .byteArray), (19, .byteArray): return .text
    case (6, .int32): return .date
    case (7, .int32): return .time(.milliseconds)
    case (8, .int64): return .time(.microseconds)
    case (9, .int64): return .timestamp(.milliseconds, isUTC: true)
    case (10, .int64): return .timestamp(.microseconds, isUTC: true)
    case (11...13, .int32), (14, .int64): return .unsigned
    case (15...17, .int32), (18, .int64): return .signed
    case (5, _): return .unsupported("decimal")
    case (20, _): return .unsupported("BSON")
    case (21, _): return .unsupported("interval")
    default: return .unsupported("an unknown annotation (\(converted))")
    }
  }

  private static func meaning(_ logical: Logical, of type: ParquetType) -> ParquetMeaning {
    switch (logical, type) {
    case (.integer(let isSigned), .int32), (.integer(let isSigned), .int64): isSigned ? .signed : .unsigned
    case (.timestamp(let unit?, let isUTC), .int64): .timestamp(unit, isUTC: isUTC)
    case (.time(.milliseconds), .int32): .time(.milliseconds)
    case (.time(let unit?), .int64): .time(unit)
    case (.other(1), .byteArray), (.other(4), .byteArray), (.other(12), .byteArray): .text
    case (.other(6), .int32): .date
    // Each value of such a column is null.
    case (.other(11), _): plain(type)
    case (.other(5), _): .unsupported("decimal")
    case (.other(13), _): .unsupported("BSON")
    case (.other(14), _): .unsupported("UUID")
    case (.other(15), _): .unsupported("float16")
    case (.other(let number), _): .unsupported("an unknown annotation (\(number))")
    default: .unsupported("an annotation that doesn't fit its type")
    }
  }

  private static func plain(_ type: ParquetType) -> ParquetMeaning {
    switch type {
    case .boolean: .bool
    case .int32, .int64: .signed
    case .int96: .unsupported("int96")
    case .float, .double: .real
    case .byteArray, .fixedLengthByteArray: .binary
    }
  }
}
