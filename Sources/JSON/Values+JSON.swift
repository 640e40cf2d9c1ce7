extension String: JSONWritable {
  /// Writes a string.
  package func write(to json: inout JSONWriter) { json.string(self) }
}

extension Bool: JSONWritable {
  /// Writes `true` or `false`.
  package func write(to json: inout JSONWriter) { json.word(self ? "true" : "false") }
}

extension Int: JSONWritable {
  /// Writes a number.
  package func write(to json: inout JSONWriter) { json.number(self) }
}

extension Int64: JSONWritable {
  /// Writes a number.
  package func write(to json: inout JSONWriter) { json.number(Int(self)) }
}

extension UInt8: JSONWritable {
  /// Writes a number.
  package func write(to json: inout JSONWriter) { json.number(Int(self)) }
}

extension UInt64: JSONWritable {
  /// Writes a number.
  package func write(to json: inout JSONWriter) { json.number(self) }
}

extension Double: JSONWritable {
  /// Writes a number.
  package func write(to json: inout JSONWriter) { json.number(self) }
}

extension Float: JSONWritable {
  /// Writes the shortest decimal number that is read as this `Float` again.
  package func write(to json: inout JSONWriter) { json.number(Double(description) ?? Double(self)) }
}

/// A number that JSON shows with a fraction even if it is whole. Some readers take `42` for an integer.
package struct JSONReal: JSONWritable {
  private let value: Double

  package init(_ value: Double) { self.value = value }

  /// Writes the number with a fraction.
  package func write(to json: inout JSONWriter) { json.real(value) }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
  /// Writes the value, or `null` if there is none.
  package func write(to json: inout JSONWriter) {
    if let self { self.write(to: &json) } else { json.word("null") }
  }
}

extension Array: JSONWritable where Element: JSONWritable {
  /// Writes a list.
  package func write(to json: inout JSONWriter) {
    json.list { json in
      for element in self { element.write(to: &json) }
    }
  }
}

extension JSONWritable where Self: RawRepresentable, RawValue: JSONWritable {
  /// Writes the raw value.
  package func write(to json: inout JSONWriter) { rawValue.write(to: &json) }
}
