/// Decodes `Codable` types from JSON. The keys of a JSON object are the names of the type's coding keys.
package struct JSONDecoding: Decoder {
  private let value: JSONValue
  package let codingPath: [any CodingKey]
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Makes a `Value` from the JSON `value`. Throws `DecodingError` if the JSON has another type.
  package static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from value: JSONValue
  ) throws -> Value {
    try Value(from: JSONDecoding(value, []))
  }

  fileprivate init(_ value: JSONValue, _ codingPath: [any CodingKey]) {
    self.value = value
    self.codingPath = codingPath
  }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object = value else { throw mismatch(type, "an object") }
    return KeyedDecodingContainer(Fields(object: value, codingPath: codingPath))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let list = value.list else { throw mismatch([JSONValue].self, "a list") }
    return Elements(list: list, codingPath: codingPath)
  }

  package func singleValueContainer() -> any SingleValueDecodingContainer {
    Single(value: value, codingPath: codingPath)
  }

  private func mismatch(_ type: Any.Type, _ words: String) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "is not \(words)"))
  }
}

/// Decodes one JSON value as a text, a number or a Boolean. Any other Swift type decodes the value by its own
/// `init(from:)`.
private struct Single: SingleValueDecodingContainer {
  let value: JSONValue
  let codingPath: [any CodingKey]

  func decodeNil() -> Bool { value == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    if case .bool(let bool) = value { return bool }
    throw mismatch(type)
  }

  func decode(_ type: String.Type) throws -> String { try checked(value.text) }
  func decode(_ type: Double.Type) throws -> Double {
    try checked(value.double.flatMap { $0.isFinite ? $0 : nil })
  }
  func decode(_ type: Float.Type) throws -> Float { try checked(value.double.map { Float($0) }) }
  func decode(_ type: Int.Type) throws -> Int { try number() }
  func decode(_ type: Int8.Type) throws -> Int8 { try number() }
  func decode(_ type: Int16.Type) throws -> Int16 { try number() }
  func decode(_ type: Int32.Type) throws -> Int32 { try number() }
  func decode(_ type: Int64.Type) throws -> Int64 { try number() }
  func decode(_ type: UInt.Type) throws -> UInt { try number() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try number() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try number() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try number() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try number() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Value(from: JSONDecoding(value, codingPath))
  }

  private func number<Number: FixedWidthInteger>() throws -> Number {
    guard case .number(let text) = value else { throw mismatch(Number.self) }
    return try checked(Number(text))
  }

  private func checked<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw mismatch(Value.self) }
    return value
  }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "is not a \(type)"))
  }
}

private struct Elements: UnkeyedDecodingContainer {
  let list: [JSONValue]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  var count: Int? { list.count }
  var isAtEnd: Bool { currentIndex == list.count }

  private mutating func next() throws -> JSONDecoding {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        JSONValue.self, .init(codingPath: codingPath, debugDescription: "has only \(list.count) values"))
    }
    defer { currentIndex += 1 }
    return JSONDecoding(list[currentIndex], codingPath)
  }

  mutating func decodeNil() throws -> Bool {
    let isNull = !isAtEnd && list[currentIndex] == .null
    if isNull { currentIndex += 1 }
    return isNull
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: next()) }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }
  mutating func superDecoder() throws -> any Decoder { try next() }
}

private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: JSONValue
  let codingPath: [any CodingKey]

  var allKeys: [Key] {
    guard case .object(let members) = object else { return [] }
    return members.compactMap { Key(stringValue: $0.key) }
  }

  func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }
  func decodeNil(forKey key: Key) -> Bool { !contains(key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try Value(from: decoder(of: key))
  }

  private func decoder(of key: Key) throws -> JSONDecoding {
    guard let value = object[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "there is no '\(key.stringValue)'"))
    }
    return JSONDecoding(value, codingPath + [key])
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(of: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(of: key).unkeyedContainer()
  }
  func superDecoder() -> any Decoder { JSONDecoding(object, codingPath) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(of: key) }
}

extension DecodingError {
  /// The place and the fault, such as `'outputs.size' is not a list`.
  package var words: String {
    let context: Context? =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
        .dataCorrupted(let context):
        context
      @unknown default: nil
      }
    guard let context else { return "is not as expected" }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return path.isEmpty ? context.debugDescription : "'\(path)' \(context.debugDescription)"
  }
}
