/// A value that lies in memory of its own, so that a type that seldom has the value stays small.
package indirect enum Boxed<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  case value(Value)

  package init(_ value: Value) { self = .value(value) }

  package var value: Value {
    switch self {
    case .value(let value): value
    }
  }

  package init(from decoder: any Decoder) throws { self = .value(try Value(from: decoder)) }

  package func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
