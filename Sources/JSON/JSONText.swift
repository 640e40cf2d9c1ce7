/// Compact JSON. Keys keep the order in which a value writes them, so equal values give equal bytes.
///
/// `/` and characters beyond ASCII aren't escaped (RFC 8259, section 7). Whole numbers are written without a
/// fraction.
package enum JSONText {
  /// The JSON of `value`, without a line end. Throws for numbers that JSON can't hold.
  package static func encode(_ value: some JSONWritable) throws(NotInJSON) -> String {
    var json = JSONWriter()
    value.write(to: &json)
    return String(decoding: try json.take(), as: UTF8.self)
  }
}

/// A value that can be written as JSON.
package protocol JSONWritable {
  /// Writes the value.
  func write(to json: inout JSONWriter)
}

/// A value that is written as an object.
package protocol JSONObject: JSONWritable {
  /// Writes the object's fields, without its braces.
  func writeFields(to json: inout JSONWriter)
}

extension JSONObject {
  @inlinable package func write(to json: inout JSONWriter) { json.object(writeFields) }
}

/// A number that JSON can't hold (RFC 8259, section 6): infinity or NaN.
package struct NotInJSON: Error {
  package let number: Double
}
