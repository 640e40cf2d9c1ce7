@testable import Parquet

/// A file with one column `image` of bytes and one group of rows, whose numbers may lie.
struct TestParquet {
  /// A page, whose header has these numbers.
  struct Page {
    /// 0 for data, 2 for a dictionary, 3 for data of the second version.
    var kind = 0
    var values: Int
    var encoding = 0
    var body: [UInt8]
    /// The decompressed size; nil for that of the body.
    var bytes: Int?
    /// The stored size; nil for that of the body.
    var storedBytes: Int?
    var checksum: Int?
    /// The sizes of the levels in the second version.
    var levelBytes = (repetition: 0, definition: 0)

    /// A page of pictures without levels.
    static func plain(_ pictures: [[UInt8]]) -> Page { Page(values: pictures.count, body: bytes(pictures)) }

    static func bytes(_ pictures: [[UInt8]]) -> [UInt8] {
      pictures.flatMap { [UInt8($0.count), 0, 0, 0] + $0 }
    }

    var file: [UInt8] {
      var writer = CompactWriter()
      writer.structure { header in
        header.int32(1, kind)
        header.int32(2, bytes ?? body.count)
        header.int32(3, storedBytes ?? body.count)
        if let checksum { header.int32(4, checksum) }
        header.structure([0: 5, 2: 7][kind] ?? 8) { data in
          data.int32(1, values)
          if kind == 3 {
            data.int32(2, 0)
            data.int32(3, values)
            data.int32(4, encoding)
            data.int32(5, levelBytes.definition)
            data.int32(6, levelBytes.repetition)
          } else {
            data.int32(2, encoding)
            data.int32(3, 3)
            data.int32(4, 3)
          }
        }
      }
      return writer.bytes + body
    }
  }

  var pages: [Page]
  var rows: Int
  /// The rows that the description names; nil for those of the group.
  var fileRows: Int?
  /// The values of the column; nil for as many as rows.
  var values: Int?
  var codec = 0
  /// 0 for required, 1 for optional, 2 for repeated.
  var repetition = 0
  /// The place and the size of the column; nil for the right ones.
  var start: Int?
  var bytes: Int?
  var path: String?
  var isEncrypted = false
  /// The columns that the root says it has.
  var children = 1
  /// The annotation of the column.
  var converted: Int?

  init(_ pages: [Page], rows: Int) { (self.pages, self.rows) = (pages, rows) }

  var file: [UInt8] {
    let data = pages.flatMap(\.file)
    var writer = CompactWriter()
    writer.structure { file in
      file.int32(1, 1)
      file.structures(2, [0, 1]) { writer, element in
        if element == 1 { writer.int32(1, 6) }
        if element == 1 { writer.int32(3, repetition) }
        writer.text(4, element == 0 ? "schema" : "image")
        if element == 0 { writer.int32(5, children) }
        if element == 1, let converted { writer.int32(6, converted) }
      }
      file.int64(3, fileRows ?? rows)
      file.structures(4, [0]) { group, _ in
        group.structures(1, [0]) { chunk, _ in
          if let path { chunk.text(1, path) }
          chunk.int64(2, 4)
          chunk.structure(3) { chunk in
            chunk.int32(1, 6)
            chunk.int32s(2, [0, 3])
            chunk.texts(3, ["image"])
            chunk.int32(4, codec)
            chunk.int64(5, values ?? rows)
            chunk.int64(6, data.count)
            chunk.int64(7, bytes ?? data.count)
            chunk.int64(9, start ?? 4)
          }
          if isEncrypted { chunk.structure(8) { _ in } }
        }
        group.int64(2, data.count)
        group.int64(3, rows)
      }
    }
    return Self.file(data, description: writer.bytes)
  }

  /// A file of these data and this description.
  static func file(_ data: [UInt8], description: [UInt8], length: Int? = nil) -> [UInt8] {
    let length = withUnsafeBytes(of: UInt32(length ?? description.count).littleEndian) { Array($0) }
    return Array("PAR1".utf8) + data + description + length + Array("PAR1".utf8)
  }
}
