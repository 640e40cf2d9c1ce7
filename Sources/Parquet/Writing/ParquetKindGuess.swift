import JSON

/// Finds the type of a column that holds all values of a list.
package struct ParquetKindGuess: Sendable {
  private indirect enum Seen: Sendable {
    /// Only nulls.
    case nothing
    case bool, int64, double, text
    case list(Seen)
    case structure([(name: String, seen: Seen)])
  }

  private var seen = Seen.nothing

  /// The most parts of a structure. Objects with more different names make `text`.
  private static let mostParts = 256

  package init() {}

  /// Takes a value of the column.
  package mutating func add(_ value: JSONValue) { seen = Self.joined(seen, Self.seen(value)) }

  /// The type. Values of several types make `text`, and so do nulls alone and numbers that are too large. Whole
  /// numbers and others make `double`.
  package var kind: ParquetKind { Self.kind(seen) }

  private static func seen(_ value: JSONValue) -> Seen {
    switch value {
    case .null: .nothing
    case .bool: .bool
    case .number(let text):
      if Int64(text) != nil { .int64 } else { ParquetKind.double(text) == nil ? .text : .double }
    case .text: .text
    case .list(let values): .list(values.reduce(.nothing) { joined($0, seen($1)) })
    case .object(let members):
      members.reduce(.structure([])) { joined($0, .structure([($1.key, seen($1.value))])) }
    }
  }

  private static func joined(_ one: Seen, _ other: Seen) -> Seen {
    switch (one, other) {
    case (.nothing, let seen), (let seen, .nothing): return seen
    case (.bool, .bool): return .bool
    case (.int64, .int64): return .int64
    case (.int64, .double), (.double, .int64), (.double, .double): return .double
    case (.list(let one), .list(let other)): return .list(joined(one, other))
    case (.structure(var members), .structure(let others)):
      for (name, seen) in others {
        if let place = members.firstIndex(where: { $0.name == name }) {
          members[place].seen = joined(members[place].seen, seen)
        } else {
          members.append((name, seen))
        }
      }
      // So many names are most likely values themselves.
      return members.count > mostParts ? .text : .structure(members)
    default: return .text
    }
  }

  private static func kind(_ seen: Seen) -> ParquetKind {
    switch seen {
    case .nothing, .text: .text
    case .bool: .bool
    case .int64: .int64
    case .double: .double
    case .list(let seen): .list(kind(seen))
    // The format has no structure without parts.
    case .structure(let members) where members.isEmpty: .text
    case .structure(let members): .structure(members.map { ParquetField($0.name, kind($0.seen)) })
    }
  }
}
