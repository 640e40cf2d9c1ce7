import System

/// Reads what ``PlanEncoder`` wrote, in the same order.
struct PlanDecoder: Decoder {
  private final class Input {
    var reader: ByteReader
    init(_ bytes: [UInt8]) { reader = ByteReader(bytes) }
  }

  private let input: Input
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The value in `bytes`. Throws if the bytes can't be exactly one value of the type `Value`.
  static func decode<Value: Decodable>(_ type: Value.Type = Value.self, from bytes: [UInt8]) throws -> Value {
    let input = Input(bytes)
    let value = try Value(from: PlanDecoder(input: input))
    guard input.reader.count == 0 else { throw WireError.goesOn(input.reader.count) }
    return value
  }

  private init(input: Input) { self.input = input }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Fields(own: Single(input: input)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    Elements(input: input, count: Int(try input.reader.number(UInt32.self)))
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(input: input) }

  private struct Single: SingleValueDecodingContainer {
    let input: Input
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }
    func decode(_ type: Bool.Type) throws -> Bool { try input.reader.number(UInt8.self) != 0 }

    func decode(_ type: String.Type) throws -> String {
      try input.reader.text(Int(input.reader.number(UInt32.self)))
    }

    func decode(_ type: Double.Type) throws -> Double { Double(bitPattern: try input.reader.number()) }
    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode(_ type: Int.Type) throws -> Int { try input.reader.number() }
    func decode(_ type: Int8.Type) throws -> Int8 { try input.reader.number() }
    func decode(_ type: Int16.Type) throws -> Int16 { try input.reader.number() }
    func decode(_ type: Int32.Type) throws -> Int32 { try input.reader.number() }
    func decode(_ type: Int64.Type) throws -> Int64 { try input.reader.number() }
    func decode(_ type: UInt.Type) throws -> UInt { try input.reader.number() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try input.reader.number() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try input.reader.number() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try input.reader.number() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try input.reader.number() }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try Value(from: PlanDecoder(input: input))
    }
  }

  private struct Elements: UnkeyedDecodingContainer {
    let input: Input
    let count: Int?
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var isAtEnd: Bool { currentIndex == count }

    private mutating func next() -> PlanDecoder {
      currentIndex += 1
      return PlanDecoder(input: input)
    }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      guard !isAtEnd else { throw WireError.endsEarly }
      return try Value(from: next())
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
      next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next().unkeyedContainer()
    }
    mutating func superDecoder() -> any Decoder { next() }
  }

  private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let own: Single
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }
    private var decoder: PlanDecoder { PlanDecoder(input: own.input) }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { false }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try own.decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try own.decode(type) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try own.decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try own.decode(type) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try Value(from: decoder)
    }

    private func optional<Value: Decodable>() throws -> Value? {
      try own.decode(Bool.self) ? Value(from: decoder) : nil
    }

    // The standard library's own versions of these methods read no byte before the value.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional() }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional() }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional() }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try optional() }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional() }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optional() }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optional() }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional() }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional() }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optional() }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional() }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional() }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional() }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional() }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
      try optional()
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> {
      decoder.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try decoder.unkeyedContainer()
    }
    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) -> any Decoder { decoder }
  }
}
