import JSON

/// The type of a column that is written. Each value of a column, and of its parts, may be null.
package indirect enum ParquetKind: Hashable, Sendable {
  case bool
  /// Whole numbers of 64 bits.
  case int64
  case double
  case text
  case list(ParquetKind)
  case structure([ParquetField])

  /// Checks that a column of this type can hold `value`. Returns the bytes that its texts take.
  ///
  /// Null fits each column, a whole number one of `double`, and any value one of `text`, as JSON. A structure
  /// need not have all members.
  func bytes(of value: JSONValue, at path: String) throws(ParquetFault) -> Int {
    switch (self, value) {
    case (_, .null), (.bool, .bool): return 0
    case (.int64, .number(let text)) where Self.int64(text) != nil: return 8
    case (.double, .number(let text)) where Self.double(text) != nil: return 8
    case (.text, _): return Self.text(value).utf8.count + 4
    case (.list(let kind), .list(let values)):
      var bytes = 0
      for value in values { bytes += try kind.bytes(of: value, at: path) }
      return bytes
    case (.structure(let fields), .object(let members)):
      var bytes = 0
      for member in members {
        guard let field = fields.first(where: { $0.name == member.key }) else {
          throw ParquetFault(.unfit, "the column '\(path)' has no part '\(member.key)'")
        }
        bytes += try field.kind.bytes(of: member.value, at: "\(path).\(field.name)")
      }
      return bytes
    default: throw ParquetFault(.unfit, "the value \(Self.text(value)) doesn't fit the column '\(path)'")
    }
  }

  /// The whole number that a JSON number is; nil if it has a fraction or more than 64 bits.
  static func int64(_ text: String) -> Int64? { Int64(text) ?? Double(text).flatMap { Int64(exactly: $0) } }

  /// The number that a JSON number is; nil if it is too large.
  static func double(_ text: String) -> Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

  /// A value as text: a text as it is, any other value as JSON.
  static func text(_ value: JSONValue) -> String {
    // Only numbers of Swift can fail, and a JSON value has none.
    value.text ?? (try? JSONText.encode(value)) ?? ""
  }
}

/// A column that is written, or a part of a structure.
package struct ParquetField: Hashable, Sendable {
  package let name: String
  package let kind: ParquetKind

  package init(_ name: String, _ kind: ParquetKind) { (self.name, self.kind) = (name, kind) }
}
