/// A JSON value, without the members that its reader dropped.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// The number as written.
  case number(String)
  case text(String)
  case list([JSONValue])
  case object([Member])

  /// A key of an object and its value.
  package struct Member: Hashable, Sendable {
    package let key: String
    package let value: JSONValue

    package init(key: String, value: JSONValue) { (self.key, self.value) = (key, value) }
  }

  /// The value at `key`; the last one if the key repeats. Nil if there is none or it is null.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self, let value = members.last(where: { $0.key == key })?.value,
      value != .null
    else { return nil }
    return value
  }

  /// This value as a name: a text, or a number as written; nil for other values. Some programs write ids as
  /// texts, others as numbers.
  package var name: String? {
    switch self {
    case .text(let text), .number(let text): text
    default: nil
    }
  }

  package var text: String? { if case .text(let text) = self { text } else { nil } }

  package var double: Double? { if case .number(let text) = self { Double(text) } else { nil } }

  /// The number as an integer: 42 for `42` and for `42.0`. Nil for any other value.
  package var whole: Int? { double.flatMap { Int(exactly: $0) } }

  package var list: [JSONValue]? { if case .list(let values) = self { values } else { nil } }
}
