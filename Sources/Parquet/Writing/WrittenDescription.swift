/// The index of pages and the description at the end of a file that is written.
struct WrittenDescription {
  /// A column of a group of rows.
  private struct Chunk {
    let start: Int
    let storedBytes: Int
    let bytes: Int
    let values: Int
    let nulls: Int
    /// `ColumnIndex` and `OffsetIndex` of `parquet.thrift`. The first is empty if pages have no bounds.
    let bounds: [UInt8]
    let places: [UInt8]
  }

  private struct Group {
    let rows: Int
    let chunks: [Chunk]
  }

  /// The writer's name. It has no version, because the same rows must make the same bytes.
  private static let creator = "upright version 1.0.0 (build zstd-\(ZstdCompressor.level))"

  private let schema: WrittenSchema
  private let notes: [(key: String, value: String)]
  private var groups: [Group] = []

  init(_ schema: WrittenSchema, notes: [(key: String, value: String)]) {
    (self.schema, self.notes) = (schema, notes)
  }

  /// Adds a group of rows, whose columns end at byte `end` of the file.
  mutating func addGroup(_ leaves: [LeafWriter], rows: Int, end: Int) {
    var place = end - leaves.reduce(0) { $0 + $1.storedBytes }
    var chunks: [Chunk] = []
    for leaf in leaves {
      chunks.append(
        Chunk(
          start: place, storedBytes: leaf.storedBytes, bytes: leaf.bytes, values: leaf.values,
          nulls: leaf.nulls,
          // Nobody looks for a picture by its bytes.
          bounds: leaf.schema.isOfPictures ? [] : Self.bounds(leaf.pages),
          places: Self.places(leaf.pages, from: place)))
      place += leaf.storedBytes
    }
    groups.append(Group(rows: rows, chunks: chunks))
  }

  private static func bounds(_ pages: [LeafWriter.Page]) -> [UInt8] {
    guard pages.allSatisfy(\.bounds.isUsable) else { return [] }
    var writer = CompactWriter()
    writer.structure { index in
      index.bools(1, pages.map(\.isNull))
      index.binaries(2, pages.map { $0.bounds.encoded?.least ?? [] })
      index.binaries(3, pages.map { $0.bounds.encoded?.greatest ?? [] })
      // The pages are in no order.
      index.int32(4, 0)
      index.int64s(5, pages.map(\.nulls))
    }
    return writer.bytes
  }

  private static func places(_ pages: [LeafWriter.Page], from start: Int) -> [UInt8] {
    var writer = CompactWriter()
    writer.structure { index in
      index.structures(1, pages) { place, page in
        place.int64(1, start + page.start)
        place.int32(2, page.bytes)
        place.int64(3, page.firstRow)
      }
    }
    return writer.bytes
  }

  /// The end of the file: the indexes, which begin at byte `start`, the description, its length and the magic
  /// number.
  func bytes(from start: Int) -> [UInt8] {
    var bytes = groups.flatMap { $0.chunks.flatMap(\.bounds) }
    var boundsStart = start
    var placesStart = start + bytes.count
    bytes += groups.flatMap { $0.chunks.flatMap(\.places) }
    var writer = CompactWriter()
    writer.structure { file in
      file.int32(1, 1)
      file.structures(2, schema.elements) { writer, element in Self.write(element, to: &writer) }
      file.int64(3, groups.reduce(0) { $0 + $1.rows })
      file.structures(4, groups) { writer, group in
        writer.structures(1, Array(zip(group.chunks, schema.leaves))) { writer, column in
          writer.int64(2, 0)
          writer.structure(3) { Self.write(column.0, column.1, to: &$0) }
          writer.int64(4, placesStart)
          writer.int32(5, column.0.places.count)
          placesStart += column.0.places.count
          if column.0.bounds.isEmpty { return }
          writer.int64(6, boundsStart)
          writer.int32(7, column.0.bounds.count)
          boundsStart += column.0.bounds.count
        }
        writer.int64(2, group.chunks.reduce(0) { $0 + $1.bytes })
        writer.int64(3, group.rows)
        if let first = group.chunks.first { writer.int64(5, first.start) }
        writer.int64(6, group.chunks.reduce(0) { $0 + $1.storedBytes })
      }
      file.structures(5, notes) { writer, note in
        writer.text(1, note.key)
        writer.text(2, note.value)
      }
      file.text(6, Self.creator)
      // The bounds are in the order that the type defines.
      file.structures(7, schema.leaves) { writer, _ in writer.structure(1) { _ in } }
    }
    bytes += writer.bytes
    withUnsafeBytes(of: UInt32(writer.bytes.count).littleEndian) { bytes.append(contentsOf: $0) }
    return bytes + Array("PAR1".utf8)
  }

  /// Writes `SchemaElement`, with both kinds of annotations.
  private static func write(_ element: WrittenSchema.Element, to writer: inout CompactWriter) {
    if let type = element.type { writer.int32(1, type.rawValue) }
    writer.int32(3, element.repetition)
    writer.text(4, element.name)
    if element.children > 0 { writer.int32(5, element.children) }
    if element.isText { writer.int32(6, 0) }
    if element.isList { writer.int32(6, 3) }
    if element.isText || element.isList {
      writer.structure(10) { $0.structure(element.isText ? 1 : 3) { _ in } }
    }
  }

  /// Writes `ColumnMetaData`.
  private static func write(_ chunk: Chunk, _ leaf: LeafSchema, to writer: inout CompactWriter) {
    writer.int32(1, leaf.type.rawValue)
    writer.int32s(2, [PageHeader.Encoding.plain, PageHeader.Encoding.runs])
    writer.texts(3, leaf.path)
    writer.int32(4, 6)
    writer.int64(5, chunk.values)
    writer.int64(6, chunk.bytes)
    writer.int64(7, chunk.storedBytes)
    writer.int64(9, chunk.start)
    writer.structure(12) { $0.int64(3, chunk.nulls) }
  }
}
