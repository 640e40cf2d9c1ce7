/// Writes values as JSON into bytes, one after the other.
package struct JSONWriter {
  private var bytes: [UInt8] = []
  /// True if the current list or object already has a value. A comma must then precede the next value.
  private var isBehindValue = false
  private var failure: NotInJSON?

  /// The number of bytes that callers collect for one write to a file.
  package static let chunk = 1 << 16

  package init() {}

  /// The number of bytes that ``take()`` hasn't returned yet.
  package var count: Int { bytes.count }

  /// Returns and removes the bytes written since the last call. Throws if JSON can't hold a written number.
  package mutating func take() throws(NotInJSON) -> [UInt8] {
    if let failure { throw failure }
    defer { bytes.removeAll() }
    return bytes
  }

  /// Writes a value, and ends the line.
  package mutating func line(_ value: some JSONWritable) {
    value.write(to: &self)
    bytes.append(UInt8(ascii: "\n"))
    isBehindValue = false
  }

  /// Writes an object with a checksum after its fields, and ends the line (``SealedLine``).
  package mutating func sealedLine(_ value: some JSONWritable) {
    let start = bytes.count
    value.write(to: &self)
    bytes.removeLast()
    SealedLine.seal(&bytes, from: start)
    bytes.append(UInt8(ascii: "\n"))
    isBehindValue = false
  }

  /// Writes an object; `fields` writes its fields.
  package mutating func object(_ fields: (inout JSONWriter) -> Void) {
    enclose(UInt8(ascii: "{"), UInt8(ascii: "}"), fields)
  }

  /// Writes a list; `elements` writes its elements.
  package mutating func list(_ elements: (inout JSONWriter) -> Void) {
    enclose(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
  }

  /// Writes a field of an object.
  // This function and the other generic ones are inlinable, because other modules write rows with them.
  @inlinable package mutating func field(_ name: String, _ value: some JSONWritable) {
    key(name)
    value.write(to: &self)
  }

  /// Writes the name of a field. A value must follow.
  package mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    isBehindValue = false
  }

  /// Writes a field of an object, or nothing if `value` is nil.
  @inlinable package mutating func fieldIfPresent(_ name: String, _ value: (some JSONWritable)?) {
    if let value { field(name, value) }
  }

  /// Writes `null`, `true` or `false`.
  mutating func word(_ word: StaticString) {
    begin()
    bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  /// Writes a number as it is written in JSON already.
  mutating func number(_ text: String) {
    begin()
    bytes += text.utf8
  }

  /// Writes fields of an object that are JSON already: `"a":1,"b":2`. Writes nothing if there are none.
  package mutating func fields(_ json: ArraySlice<UInt8>) {
    if json.isEmpty { return }
    begin()
    bytes += json
  }

  package mutating func number(_ value: Int) {
    begin()
    bytes.append(decimal: value)
  }

  mutating func number(_ value: UInt64) {
    begin()
    bytes.append(decimal: value)
  }

  package mutating func number(_ value: Double) {
    if let whole = Int(exactly: value) { number(whole) } else { real(value) }
  }

  /// Writes a number with a fraction even if it is whole: `42.0`. ``number(_:)-(Double)`` writes `42`.
  mutating func real(_ value: Double) {
    begin()
    if value.isFinite { bytes += value.description.utf8 } else { failure = NotInJSON(number: value) }
  }

  package mutating func string(_ text: String) {
    begin()
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { appendEscaped($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func enclose(_ first: UInt8, _ last: UInt8, _ content: (inout JSONWriter) -> Void) {
    begin()
    bytes.append(first)
    isBehindValue = false
    content(&self)
    bytes.append(last)
    isBehindValue = true
  }

  private mutating func begin() {
    if isBehindValue { bytes.append(UInt8(ascii: ",")) }
    isBehindValue = true
  }
}

extension JSONWriter {
  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for place in text.indices where Self.isEscaped(text[place]) {
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<place]))
      escape(text[place])
      start = place + 1
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
    case 0..<0x20:
      let digits = String(byte, radix: 16)
      bytes += (byte < 0x10 ? "u000" : "u00").utf8
      bytes += digits.utf8
    default: bytes.append(byte)
    }
  }
}
