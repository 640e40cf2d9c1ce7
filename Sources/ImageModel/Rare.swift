/// An optional value that is nil almost always. It lies in memory of its own, so that a type that seldom has the value
/// stays small.
///
/// The type itself asks nothing of `Value`. So the runtime doesn't search all conformances of the program for each type
/// of value.
@propertyWrapper
package enum Rare<Value> {
  case none
  indirect case some(Value)

  package init(wrappedValue: Value?) { self = wrappedValue.map { .some($0) } ?? .none }

  package var wrappedValue: Value? {
    get {
      switch self {
      case .none: nil
      case .some(let value): value
      }
    }
    set { self = Rare(wrappedValue: newValue) }
  }
}

extension Rare: Equatable where Value: Equatable {}
extension Rare: Hashable where Value: Hashable {}
extension Rare: Sendable where Value: Sendable {}

extension Rare: Codable where Value: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value?.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(wrappedValue)
  }
}

// As a property of a type, a value that is nil has no key.

extension KeyedDecodingContainer {
  package func decode<Value: Codable>(_ type: Rare<Value>.Type, forKey key: Key) throws -> Rare<Value> {
    Rare(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  package mutating func encode<Value: Codable>(_ rare: Rare<Value>, forKey key: Key) throws {
    try encodeIfPresent(rare.wrappedValue, forKey: key)
  }
}
