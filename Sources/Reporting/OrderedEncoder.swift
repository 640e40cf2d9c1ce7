/// The `Encoder` behind ``JSONText``.
struct OrderedEncoder: Encoder {
  let slot: JSONText.Slot
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    slot.becomeObject()
    return KeyedEncodingContainer(Fields(slot: slot, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.becomeList()
    return Elements(slot: slot, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    Single(slot: slot, codingPath: codingPath)
  }
}

/// A value on its own.
private struct Single: SingleValueEncodingContainer {
  let slot: JSONText.Slot
  let codingPath: [any CodingKey]

  func encodeNil() { slot.set("null") }
  func encode(_ value: Bool) { slot.set(value ? "true" : "false") }
  func encode(_ value: String) { slot.set(JSONText.quoted(value)) }
  func encode(_ value: Float) throws { try encode(Double(value)) }
  func encode(_ value: Int) { slot.set(String(value)) }
  func encode(_ value: Int8) { slot.set(String(value)) }
  func encode(_ value: Int16) { slot.set(String(value)) }
  func encode(_ value: Int32) { slot.set(String(value)) }
  func encode(_ value: Int64) { slot.set(String(value)) }
  func encode(_ value: UInt) { slot.set(String(value)) }
  func encode(_ value: UInt8) { slot.set(String(value)) }
  func encode(_ value: UInt16) { slot.set(String(value)) }
  func encode(_ value: UInt32) { slot.set(String(value)) }
  func encode(_ value: UInt64) { slot.set(String(value)) }

  func encode(_ value: Double) throws {
    guard value.isFinite else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: codingPath, debugDescription: "JSON has no \(value)"))
    }
    slot.set(Int(exactly: value).map(String.init) ?? String(value))
  }

  func encode(_ value: some Encodable) throws {
    try value.encode(to: OrderedEncoder(slot: slot, codingPath: codingPath))
  }
}

/// The elements of a list.
private struct Elements: UnkeyedEncodingContainer {
  let slot: JSONText.Slot
  let codingPath: [any CodingKey]
  var count: Int { slot.count }

  private var next: OrderedEncoder { OrderedEncoder(slot: slot.append(), codingPath: codingPath) }

  func encodeNil() { next.slot.set("null") }
  func encode(_ value: some Encodable) throws { try value.encode(to: next) }

  func nestedContainer<Nested: CodingKey>(keyedBy: Nested.Type) -> KeyedEncodingContainer<Nested> {
    next.container(keyedBy: keyedBy)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next.unkeyedContainer() }
  func superEncoder() -> any Encoder { next }
}

/// The fields of an object, in the order in which they are encoded.
private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: JSONText.Slot
  let codingPath: [any CodingKey]

  private func next(_ key: any CodingKey) -> OrderedEncoder {
    OrderedEncoder(slot: slot.append(key.stringValue), codingPath: codingPath + [key])
  }

  func encodeNil(forKey key: Key) { next(key).slot.set("null") }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    try value.encode(to: next(key))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    next(key).container(keyedBy: keyedBy)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    next(key).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { OrderedEncoder(slot: slot.append("super"), codingPath: codingPath) }
  func superEncoder(forKey key: Key) -> any Encoder { next(key) }
}
