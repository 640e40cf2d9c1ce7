import JSON

/// The text by which Hugging Face's `datasets` knows the types of a file's columns, at the key `huggingface`.
package enum ParquetFeatures {
  static let key = "huggingface"

  /// The text for a column of pictures, perhaps one of masks, and other columns.
  package static func text(
    pictures: String = "image", masks: String? = nil, _ fields: [ParquetField]
  ) -> String {
    let image = JSONValue.object([.init(key: "_type", value: .text("Image"))])
    let features =
      [pictures, masks].compactMap { $0 }.map { JSONValue.Member(key: $0, value: image) } + fields.map(member)
    let value = object("info", object("features", .object(features)))
    return ParquetKind.text(value)
  }

  private static func object(_ key: String, _ value: JSONValue) -> JSONValue {
    .object([.init(key: key, value: value)])
  }

  private static func member(_ field: ParquetField) -> JSONValue.Member {
    .init(key: field.name, value: feature(field.kind))
  }

  private static func feature(_ kind: ParquetKind) -> JSONValue {
    switch kind {
    case .bool: value("bool")
    case .int64: value("int64")
    case .double: value("float64")
    case .text: value("string")
    // Every version takes this form. A structure in a feature `Sequence` would be one of lists.
    case .list(let inner): .list([feature(inner)])
    case .structure(let fields): .object(fields.map(member))
    }
  }

  private static func value(_ type: String) -> JSONValue {
    .object([.init(key: "dtype", value: .text(type)), .init(key: "_type", value: .text("Value"))])
  }
}
