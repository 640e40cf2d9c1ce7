/// A value in memory of its own, which copies share. So a type stays small, and equal values of many owners can lie in
/// the same memory. As ``Rare``, the type itself asks nothing of `Value`.
@propertyWrapper
package indirect enum Boxed<Value> {
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

extension Boxed: Equatable where Value: Equatable {}
extension Boxed: Hashable where Value: Hashable {}
extension Boxed: Sendable where Value: Sendable {}

extension Boxed: Codable where Value: Codable {
  package init(from decoder: any Decoder) throws { self = .value(try Value(from: decoder)) }

  package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
