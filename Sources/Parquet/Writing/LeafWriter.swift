/// Writes the values of one column of stored values into pages.
///
/// Pages have the first version, which every reader takes. The second version could store a page
/// uncompressed, but zstd stores bytes that don't get smaller as they are, so it would gain nothing.
struct LeafWriter {
  /// A page that was written.
  struct Page: Sendable {
    /// The place behind the start of the column, and the stored bytes with the header.
    let start: Int
    let bytes: Int
    /// The number of rows in the group before the page.
    let firstRow: Int
    let nulls: Int
    let isNull: Bool
    let bounds: PageBounds
  }

  /// A page ends behind so many bytes, if a row ends there.
  static let pageBytes = 1 << 20
  /// Or behind so many values, so that pages of nulls end too.
  private static let pageValues = 20_000

  let schema: LeafSchema
  private(set) var pages: [Page] = []
  /// Written pages that ``takeStored()`` hasn't returned.
  private var stored: [UInt8] = []
  /// The stored and the decompressed bytes of all pages of the group.
  private(set) var storedBytes = 0
  private(set) var bytes = 0
  /// The values, nulls and empty lists of the group, and those without a value.
  private(set) var values = 0
  private(set) var nulls = 0

  private var content: [UInt8] = []
  private var bits = 0
  private var repetition = LevelWriter()
  private var definition = LevelWriter()
  private var pageValues = 0
  private var pageNulls = 0
  private var firstRow = 0
  private var bounds = PageBounds()

  init(_ schema: LeafSchema) { self.schema = schema }

  /// The bytes that this column holds in memory.
  var heldBytes: Int { stored.count + content.count }

  /// True if the page must end before a row with `bytes` more bytes.
  func isFull(before bytes: Int) -> Bool {
    pageValues > 0 && (content.count + bytes > Self.pageBytes || pageValues >= Self.pageValues)
  }

  /// Adds a null or an empty list.
  mutating func addNone(_ repetition: Int, _ definition: Int) {
    addLevels(repetition, definition)
    pageNulls += 1
  }

  private mutating func addLevels(_ repetition: Int, _ definition: Int) {
    if schema.repetition > 0 { self.repetition.add(repetition) }
    self.definition.add(definition)
    pageValues += 1
  }

  mutating func add(_ value: Bool, _ repetition: Int) {
    addLevels(repetition, schema.definition)
    if bits % 8 == 0 { content.append(0) }
    if value { content[content.count - 1] |= 1 << UInt8(bits % 8) }
    bits += 1
    bounds.add(value)
  }

  mutating func add(_ value: Int64, _ repetition: Int) {
    addLevels(repetition, schema.definition)
    withUnsafeBytes(of: value.littleEndian) { content.append(contentsOf: $0) }
    bounds.add(value)
  }

  mutating func add(_ value: Double, _ repetition: Int) {
    addLevels(repetition, schema.definition)
    withUnsafeBytes(of: value.bitPattern.littleEndian) { content.append(contentsOf: $0) }
    bounds.add(value)
  }

  mutating func add(_ text: String, _ repetition: Int) {
    addLevels(repetition, schema.definition)
    addBytes(text.utf8)
    bounds.add(text.utf8)
  }

  /// Adds bytes that are no text, and have no place in an index.
  mutating func add(_ picture: ArraySlice<UInt8>) {
    addLevels(0, schema.definition)
    addBytes(picture)
  }

  private mutating func addBytes(_ bytes: some Collection<UInt8>) {
    withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { content.append(contentsOf: $0) }
    content.append(contentsOf: bytes)
  }

  /// Ends the page, if it has values. `row` is the number of rows of the group in it and before it.
  mutating func endPage(row: Int, _ compressor: ZstdCompressor) throws(ParquetFault) {
    if pageValues == 0 { return }
    var page = schema.repetition > 0 ? repetition.take() : []
    page += definition.take()
    page += content
    let packed = try compressor.compressed(page)
    var header = CompactWriter()
    let checksum = ParquetPage.checksum(packed[...])
    let count = pageValues
    header.structure { header in
      header.int32(1, 0)
      header.int32(2, page.count)
      header.int32(3, packed.count)
      header.int32(4, Int(Int32(bitPattern: checksum)))
      header.structure(5) { data in
        data.int32(1, count)
        data.int32(2, PageHeader.Encoding.plain)
        data.int32(3, PageHeader.Encoding.runs)
        data.int32(4, PageHeader.Encoding.runs)
      }
    }
    let size = header.bytes.count + packed.count
    pages.append(
      Page(
        start: storedBytes, bytes: size, firstRow: firstRow, nulls: pageNulls,
        isNull: pageNulls == pageValues,
        bounds: bounds))
    stored += header.bytes
    stored += packed
    storedBytes += size
    bytes += header.bytes.count + page.count
    values += pageValues
    nulls += pageNulls
    content.removeAll(keepingCapacity: content.capacity <= 2 * Self.pageBytes)
    (bits, pageValues, pageNulls, firstRow, bounds) = (0, 0, 0, row, PageBounds())
  }

  /// Returns and removes the pages that were written.
  mutating func takeStored() -> [UInt8] {
    defer { stored = [] }
    return stored
  }
}
