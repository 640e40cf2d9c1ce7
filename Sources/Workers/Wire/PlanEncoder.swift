import System

/// Writes a value's parts one after the other, without names, for ``PlanDecoder`` in the same program.
///
/// A list begins with its count. An optional part of a keyed value begins with a byte that tells if the part
/// is there. Enumerations with associated values can't be encoded. Only names of keys tell their cases apart,
/// and the encoder writes no names.
struct PlanEncoder: Encoder {
  private final class Output { var writer = ByteWriter() }

  private let output: Output
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The bytes of `value`. Throws the value's own errors. Also throws for a nil that is no part of a keyed
  /// value.
  static func encode(_ value: some Encodable) throws -> [UInt8] {
    let output = Output()
    try value.encode(to: PlanEncoder(output: output))
    return output.writer.bytes
  }

  private init(output: Output) { self.output = output }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Fields(own: Single(output: output)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Elements(output: output) }
  func singleValueContainer() -> any SingleValueEncodingContainer { Single(output: output) }

  private struct Single: SingleValueEncodingContainer {
    let output: Output
    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws {
      throw EncodingError.invalidValue(0, .init(codingPath: [], debugDescription: "nil by itself"))
    }

    func encode(_ value: Bool) { output.writer.number(value ? 1 : 0 as UInt8) }
    func encode(_ value: String) { output.writer.text(value) }
    func encode(_ value: Double) { output.writer.number(value.bitPattern) }
    func encode(_ value: Float) { encode(Double(value)) }
    func encode(_ value: Int) { output.writer.number(value) }
    func encode(_ value: Int8) { output.writer.number(value) }
    func encode(_ value: Int16) { output.writer.number(value) }
    func encode(_ value: Int32) { output.writer.number(value) }
    func encode(_ value: Int64) { output.writer.number(value) }
    func encode(_ value: UInt) { output.writer.number(value) }
    func encode(_ value: UInt8) { output.writer.number(value) }
    func encode(_ value: UInt16) { output.writer.number(value) }
    func encode(_ value: UInt32) { output.writer.number(value) }
    func encode(_ value: UInt64) { output.writer.number(value) }
    func encode(_ value: some Encodable) throws { try value.encode(to: PlanEncoder(output: output)) }
  }

  private struct Elements: UnkeyedEncodingContainer {
    private let output: Output
    private let start: Int
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    init(output: Output) {
      self.output = output
      start = output.writer.bytes.count
      output.writer.number(0 as UInt32)
    }

    private mutating func next() -> PlanEncoder {
      count += 1
      output.writer.replace(at: start, with: UInt32(count))
      return PlanEncoder(output: output)
    }

    mutating func encodeNil() throws { try Single(output: output).encodeNil() }
    mutating func encode(_ value: some Encodable) throws { try value.encode(to: next()) }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { next() }
  }

  private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let own: Single
    var codingPath: [any CodingKey] { [] }
    private var encoder: PlanEncoder { PlanEncoder(output: own.output) }

    func encodeNil(forKey key: Key) throws { try own.encodeNil() }
    func encode(_ value: Bool, forKey key: Key) { own.encode(value) }
    func encode(_ value: Int, forKey key: Key) { own.encode(value) }
    func encode(_ value: Double, forKey key: Key) { own.encode(value) }
    func encode(_ value: String, forKey key: Key) { own.encode(value) }
    func encode(_ value: some Encodable, forKey key: Key) throws { try value.encode(to: encoder) }

    private func optional(_ value: (some Encodable)?) throws {
      own.encode(value != nil)
      if let value { try own.encode(value) }
    }

    // The standard library's own versions of these methods write nothing for nil.
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try optional(value) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try optional(value) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try optional(value) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try optional(value) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try optional(value) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try optional(value) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try optional(value) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try optional(value) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try optional(value) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try optional(value) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try optional(value) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try optional(value) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try optional(value) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try optional(value) }
    func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws { try optional(value) }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      encoder.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.unkeyedContainer()
    }
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder }
  }
}
