/// A value of JSON, as far as it was kept.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// As it is written.
  case number(String)
  case text(String)
  case list([JSONValue])
  case object([Member])

  /// A key of an object and its value.
  package struct Member: Hashable, Sendable {
    package let key: String
    package let value: JSONValue
  }

  /// What an object has at `key`, the last one where there are several; nil where there is none or null.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self, let value = members.last(where: { $0.key == key })?.value,
      value != .null
    else { return nil }
    return value
  }

  /// A text, or a number as it is written: programs write ids as both.
  package var name: String? {
    switch self {
    case .text(let text), .number(let text): text
    default: nil
    }
  }

  package var text: String? { if case .text(let text) = self { text } else { nil } }

  package var double: Double? { if case .number(let text) = self { Double(text) } else { nil } }

  /// A whole number; one that is written with a fraction of 0 too.
  package var whole: Int? { double.flatMap { Int(exactly: $0) } }

  package var list: [JSONValue]? { if case .list(let values) = self { values } else { nil } }
}
