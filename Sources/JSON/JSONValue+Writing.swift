extension JSONValue: JSONWritable {
  /// Writes the value, with numbers as they were read.
  package func write(to json: inout JSONWriter) {
    switch self {
    case .null: json.word("null")
    case .bool(let value): value.write(to: &json)
    case .number(let text): json.number(text)
    case .text(let text): json.string(text)
    case .list(let values): values.write(to: &json)
    case .object(let members):
      json.object { json in
        for member in members { json.field(member.key, member.value) }
      }
    }
  }

  /// True for a list or an object.
  package var isNested: Bool {
    switch self {
    case .list, .object: true
    case .null, .bool, .number, .text: false
    }
  }
}
