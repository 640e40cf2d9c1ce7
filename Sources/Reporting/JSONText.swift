/// Compact JSON with keys in the order in which a value encodes them: the same value, the same bytes.
///
/// `/` and characters beyond ASCII stand as they are (RFC 8259, section 7). Numbers without a fraction are written
/// without one.
package enum JSONText {
  /// The JSON of `value`, without a line end. Throws what `value` throws, and for numbers that JSON can't hold.
  package static func encode(_ value: some Encodable) throws -> String {
    let slot = Slot()
    try value.encode(to: OrderedEncoder(slot: slot, codingPath: []))
    return slot.text
  }

  /// `text` as a JSON string with its quotes.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Where one value's text will be.
  final class Slot {
    private enum Content {
      case text(String)
      case list([Slot])
      case object([(key: String, value: Slot)])
    }

    private var content = Content.text("null")

    var text: String {
      switch content {
      case .text(let text): text
      case .list(let slots): "[" + slots.map(\.text).joined(separator: ",") + "]"
      case .object(let fields):
        "{" + fields.map { quoted($0.key) + ":" + $0.value.text }.joined(separator: ",") + "}"
      }
    }

    var count: Int { if case .list(let slots) = content { slots.count } else { 0 } }

    func set(_ text: String) { content = .text(text) }

    func becomeList() { if case .list = content {} else { content = .list([]) } }

    func becomeObject() { if case .object = content {} else { content = .object([]) } }

    func append() -> Slot {
      guard case .list(var slots) = content else { return Slot() }
      let slot = Slot()
      content = .text("")
      slots.append(slot)
      content = .list(slots)
      return slot
    }

    func append(_ key: String) -> Slot {
      guard case .object(var fields) = content else { return Slot() }
      let slot = Slot()
      content = .text("")
      fields.append((key, slot))
      content = .object(fields)
      return slot
    }
  }
}
