/// Compact JSON with keys in the order in which a value writes them: the same value, the same bytes.
///
/// `/` and characters beyond ASCII stand as they are (RFC 8259, section 7). Numbers without a fraction are written
/// without one.
package enum JSONText {
  /// The JSON of `value`, without a line end. Throws for numbers that JSON can't hold.
  package static func encode(_ value: some JSONWritable) throws(NotInJSON) -> String {
    var json = JSONWriter()
    value.write(to: &json)
    return String(decoding: try json.take(), as: UTF8.self)
  }
}

/// A value that has a form in JSON.
package protocol JSONWritable {
  /// Writes the value.
  func write(to json: inout JSONWriter)
}

/// A number that JSON can't hold (RFC 8259, section 6): an infinite one, or none.
package struct NotInJSON: Error {
  package let number: Double
}
