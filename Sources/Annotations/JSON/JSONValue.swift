/// A value of JSON, as far as it was kept.
enum JSONValue: Hashable {
  case null
  case bool(Bool)
  /// As it is written.
  case number(String)
  case text(String)
  case list([JSONValue])
  case object([Member])

  /// A key of an object and its value.
  struct Member: Hashable {
    let key: String
    let value: JSONValue
  }

  /// What an object has at `key`, the last one where there are several; nil where there is none or null.
  subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self, let value = members.last(where: { $0.key == key })?.value,
      value != .null
    else { return nil }
    return value
  }

  /// A text, or a number as it is written: programs write ids as both.
  var name: String? {
    switch self {
    case .text(let text), .number(let text): text
    default: nil
    }
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }

  var double: Double? { if case .number(let text) = self { Double(text) } else { nil } }

  /// A whole number; one that is written with a fraction of 0 too.
  var whole: Int? { double.flatMap { Int(exactly: $0) } }

  var list: [JSONValue]? { if case .list(let values) = self { values } else { nil } }
}
