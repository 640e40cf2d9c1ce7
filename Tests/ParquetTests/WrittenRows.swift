import JSON
import Parquet
import System
import TestSupport

/// Rows that are written, with each type, nulls and empty lists.
struct WrittenRows {
  static let fields = [
    ParquetField("caption", .text), ParquetField("label", .int64), ParquetField("score", .double),
    ParquetField("flag", .bool),
    ParquetField(
      "objects",
      .structure([
        ParquetField("bbox", .list(.list(.double))), ParquetField("categories", .list(.text)),
        ParquetField("visible", .list(.double)), ParquetField("id", .list(.text)),
      ])),
    ParquetField("parts", .list(.structure([ParquetField("n", .int64), ParquetField("on", .bool)]))),
  ]

  struct Row {
    var picture: [UInt8]?
    var path: String?
    var values: [JSONValue]
  }

  let rows: [Row]

  init(_ count: Int, largest: Int, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    rows = (0..<count).map { Self.row($0, largest: largest, &random) }
  }

  private static func row(_ number: Int, largest: Int, _ random: inout SplitMix64) -> Row {
    func chosen(_ values: JSONValue...) -> JSONValue { values.randomElement(using: &random) ?? .null }
    let size = Int.random(in: 0...largest, using: &random)
    let picture: [UInt8]? =
      number % 7 == 6 ? nil : (0..<size).map { _ in .random(in: 0...255, using: &random) }
    let boxes = Int.random(in: 0...3, using: &random)
    let bbox = (0..<boxes).map { _ in
      JSONValue.list((0..<4).map { _ in .number("\(Double.random(in: -1...999, using: &random))") })
    }
    func texts(_ text: String) -> JSONValue { .list((0..<boxes).map { .text("\(text)\($0)") }) }
    let objects = JSONValue.object([
      .init(key: "bbox", value: .list(bbox)), .init(key: "categories", value: texts("ä")),
      .init(key: "visible", value: .list((0..<boxes).map { .number("0.\($0)") })),
      .init(key: "id", value: texts("")),
    ])
    let part = JSONValue.object([
      .init(key: "n", value: chosen(.null, .number("\(number)"))),
      .init(key: "on", value: chosen(.null, .bool(true), .bool(false))),
    ])
    return Row(
      picture: picture, path: number % 14 == 13 ? nil : "a/\(number).jpg",
      values: [
        chosen(.null, .text(""), .text("one \"two\"\n"), .text("日本語"), .text("cap \(number)")),
        chosen(.null, .number("0"), .number("-9223372036854775808"), .number("9223372036854775807")),
        chosen(.null, .number("0.1"), .number("-1e-300"), .number("3"), .number("0")),
        chosen(.null, .bool(true), .bool(false)), number % 11 == 10 ? .null : objects,
        chosen(.null, .list([]), .list([part]), .list([part, .null, part])),
      ])
  }

  /// The file of these rows.
  func file(groupBytes: Int) throws -> [UInt8] {
    var writer = try ParquetWriter(Self.fields, groupBytes: groupBytes)
    var file: [UInt8] = []
    for row in rows {
      try writer.add(picture: row.picture?[...], path: row.path, row.values)
      file += writer.take()
    }
    return try file + writer.finish()
  }

  /// The rows as objects, with the pictures' bytes as hexadecimal digits.
  var expected: [JSONValue] {
    rows.map { row in
      let picture = row.picture.map { JSONValue.text(hexadecimal($0)) } ?? .null
      let path = row.path.map { JSONValue.text($0) } ?? .null
      let others = zip(Self.fields, row.values).map { JSONValue.Member(key: $0.name, value: $1) }
      return .object([.init(key: "image", value: picture), .init(key: "image.path", value: path)] + others)
    }
  }
}
