import System

/// A JSON value whose members keep their order.
indirect enum JSONNode: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case text(String)
  case number(Int)
  case flag(Bool)
  case list([JSONNode])
  case object([(key: String, value: JSONNode)])

  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral number: Int) { self = .number(number) }
  init(booleanLiteral flag: Bool) { self = .flag(flag) }
  init(arrayLiteral elements: JSONNode...) { self = .list(elements) }
  init(dictionaryLiteral members: (String, JSONNode)...) {
    self = .object(members.map { (key: $0.0, value: $0.1) })
  }

  static func texts(_ texts: [String]) -> JSONNode { .list(texts.map(JSONNode.text)) }

  /// The members of an object; none for other values.
  var members: [(key: String, value: JSONNode)] {
    if case .object(let members) = self { members } else { [] }
  }

  /// This object with more members.
  func with(_ more: JSONNode) -> JSONNode { .object(members + more.members) }

  /// The value as JSON text. The lines have at most `width` columns if possible, and two more spaces of
  /// indentation for each level.
  func pretty(width: Int = 110, indent: Int = 0, column: Int = 0) -> String {
    let line = line
    if column + line.utf8.count < width { return line }
    let inner = indent + 2
    let margin = String(repeating: " ", count: inner)
    let end = "\n" + String(repeating: " ", count: indent)
    switch self {
    case .text, .number, .flag: return line
    case .list(let elements):
      let lines = elements.map { margin + $0.pretty(width: width, indent: inner, column: inner) }
      return "[\n" + lines.joined(separator: ",\n") + end + "]"
    case .object(let members):
      let lines = members.map { key, value in
        let name = margin + JSONNode.text(key).line + ": "
        return name + value.pretty(width: width, indent: inner, column: name.utf8.count)
      }
      return "{\n" + lines.joined(separator: ",\n") + end + "}"
    }
  }

  private var line: String {
    switch self {
    case .text(let text):
      "\""
        + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    case .number(let number): String(number)
    case .flag(let flag): String(flag)
    case .list(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { JSONNode.text($0).line + ": " + $1.line }.joined(separator: ", ") + "}"
    }
  }
}
