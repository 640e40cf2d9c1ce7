/// Reads values in Thrift's compact protocol (`doc/specs/thrift-compact-protocol.md` of Apache Thrift).
struct CompactReader {
  /// The types of values, by their numbers.
  enum Kind: UInt8 {
    case stop, yes, no, byte, int16, int32, int64, double, binary, list, set, map, structure, uuid
  }

  /// The header of a structure's field.
  struct Field {
    let id: Int
    let kind: Kind
  }

  enum Fault: Error {
    /// The bytes end within a value.
    case endsEarly
    /// The bytes are no value of the protocol.
    case wrong(String)
  }

  /// The deepest nesting of values that are skipped.
  private static let depth = 32

  private let bytes: ArraySlice<UInt8>
  private var place: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  /// The number of bytes read so far.
  var count: Int { place - bytes.startIndex }

  private var left: Int { bytes.endIndex - place }

  private mutating func byte() throws(Fault) -> UInt8 {
    guard left > 0 else { throw .endsEarly }
    defer { place += 1 }
    return bytes[place]
  }

  private mutating func take(_ count: UInt64) throws(Fault) -> ArraySlice<UInt8> {
    guard count <= UInt64(left) else { throw .endsEarly }
    defer { place += Int(count) }
    return bytes[place..<place + Int(count)]
  }

  private mutating func varint() throws(Fault) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      let next = try byte()
      if shift == 63, next > 1 { break }
      value |= UInt64(next & 0x7F) << UInt64(shift)
      if next < 0x80 { return value }
    }
    throw .wrong("a number has more than 64 bits")
  }

  private mutating func zigzag() throws(Fault) -> Int64 {
    let value = try varint()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  private static func kind(_ number: UInt8) throws(Fault) -> Kind {
    guard let kind = Kind(rawValue: number) else { throw .wrong("\(number) is no type of a value") }
    return kind
  }

  /// Reads a structure. `take` reads the value of each field and returns true, or reads nothing and returns
  /// false.
  mutating func structure(
    _ take: (Field, inout CompactReader) throws(Fault) -> Bool
  ) throws(Fault) {
    var last = 0
    while true {
      let header = try byte()
      let kind = try Self.kind(header & 15)
      if kind == .stop { return }
      let step = Int(header >> 4)
      let id = step > 0 ? last + step : Int(try zigzag())
      guard Int(Int16.min)...Int(Int16.max) ~= id else { throw .wrong("a field has no number") }
      last = id
      if try !take(Field(id: id, kind: kind), &self) { try skip(kind, depth: 0) }
    }
  }

  /// The integer of a field.
  mutating func int(_ field: Field) throws(Fault) -> Int64 {
    switch field.kind {
    case .byte: Int64(Int8(bitPattern: try byte()))
    case .int16, .int32, .int64: try zigzag()
    default: throw .wrong("field \(field.id) is no integer")
    }
  }

  /// The integer of a field. Throws if it is negative.
  mutating func count(_ field: Field) throws(Fault) -> UInt64 {
    guard let value = UInt64(exactly: try int(field)) else { throw .wrong("field \(field.id) is negative") }
    return value
  }

  func bool(_ field: Field) throws(Fault) -> Bool {
    switch field.kind {
    case .yes: true
    case .no: false
    default: throw .wrong("field \(field.id) is neither true nor false")
    }
  }

  /// The bytes of a field.
  mutating func binary(_ field: Field) throws(Fault) -> ArraySlice<UInt8> {
    guard field.kind == .binary else { throw .wrong("field \(field.id) is no text") }
    return try take(varint())
  }

  /// The text of a field.
  mutating func text(_ field: Field) throws(Fault) -> String {
    guard let text = String(validating: try binary(field), as: UTF8.self) else {
      throw .wrong("field \(field.id) is not UTF-8")
    }
    return text
  }

  /// Reads a field that is a structure, as ``structure(_:)``.
  mutating func structure(
    _ field: Field, _ take: (Field, inout CompactReader) throws(Fault) -> Bool
  ) throws(Fault) {
    guard field.kind == .structure else { throw .wrong("field \(field.id) is no structure") }
    try structure(take)
  }

  /// Reads a field that is a list of structures. `element` reads one of them.
  mutating func structures(
    _ field: Field, _ element: (inout CompactReader) throws(Fault) -> Void
  ) throws(Fault) {
    guard field.kind == .list else { throw .wrong("field \(field.id) is no list") }
    let (kind, count) = try listHeader()
    guard kind == .structure || count == 0 else { throw .wrong("field \(field.id) lists no structures") }
    for _ in 0..<count { try element(&self) }
  }

  /// The type and the number of a list's elements. Each element has a byte at least, so no count is larger
  /// than the number of bytes left.
  private mutating func listHeader() throws(Fault) -> (kind: Kind, count: Int) {
    let header = try byte()
    let count = header >> 4 == 15 ? try varint() : UInt64(header >> 4)
    guard count <= UInt64(left) else { throw .endsEarly }
    return (try Self.kind(header & 15), Int(count))
  }

  private mutating func skip(_ kind: Kind, depth: Int) throws(Fault) {
    guard depth < Self.depth else { throw .wrong("values nest more than \(Self.depth) deep") }
    switch kind {
    case .stop: throw .wrong("a value has no type")
    case .yes, .no: break
    case .byte: _ = try byte()
    case .int16, .int32, .int64: _ = try varint()
    case .double: _ = try take(8)
    case .uuid: _ = try take(16)
    case .binary: _ = try take(varint())
    case .list, .set:
      let (kind, count) = try listHeader()
      for _ in 0..<count { try skipElement(kind, depth: depth + 1) }
    case .map: try skipMap(depth: depth)
    case .structure:
      while true {
        let header = try byte()
        let kind = try Self.kind(header & 15)
        if kind == .stop { return }
        if header >> 4 == 0 { _ = try varint() }
        try skip(kind, depth: depth + 1)
      }
    }
  }

  private mutating func skipMap(depth: Int) throws(Fault) {
    let count = try varint()
    if count == 0 { return }
    let kinds = try byte()
    guard count <= UInt64(left) else { throw .endsEarly }
    let (key, value) = (try Self.kind(kinds >> 4), try Self.kind(kinds & 15))
    for _ in 0..<count {
      try skipElement(key, depth: depth + 1)
      try skipElement(value, depth: depth + 1)
    }
  }

  /// Skips an element of a list or a map. In these, `true` and `false` take a byte.
  private mutating func skipElement(_ kind: Kind, depth: Int) throws(Fault) {
    switch kind {
    case .yes, .no: _ = try byte()
    default: try skip(kind, depth: depth)
    }
  }
}

extension CompactReader.Fault {
  /// This fault as one of `part`.
  func parquet(in part: String) -> ParquetFault {
    switch self {
    case .endsEarly: .damaged("\(part) ends early")
    case .wrong(let words): .damaged("\(part) is damaged: \(words)")
    }
  }
}
