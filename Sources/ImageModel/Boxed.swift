/// A value in memory of its own, which copies share. So a type stays small, and equal values of many owners can lie in
/// the same memory.
@propertyWrapper
package indirect enum Boxed<Value: Codable & Hashable & Sendable>: Hashable, Sendable {
  case value(Value)

  package init(wrappedValue: Value) { self = .value(wrappedValue) }

  package var wrappedValue: Value {
    get {
      switch self {
      case .value(let value): value
      }
    }
    set { self = .value(newValue) }
  }
}

extension Boxed: Codable {
  package init(from decoder: any Decoder) throws { self = .value(try Value(from: decoder)) }

  package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
