/// The place of a picture in a Parquet file.
package struct ParquetPicturePlace: Hashable, Sendable {
  /// The group of rows.
  package let group: Int
  /// The page with the picture: its header and its stored bytes. It may be a dictionary.
  package let page: Range<UInt64>
  /// The picture's bytes in the decompressed page.
  package let bytes: Range<Int>

  package init(group: Int, page: Range<UInt64>, bytes: Range<Int>) {
    (self.group, self.page, self.bytes) = (group, page, bytes)
  }
}

/// The places of the pictures of a column, by their rows: 12 bytes for each row, and 16 for each page.
package struct ParquetPictureIndex: Sendable {
  private struct Page {
    let start: UInt64
    let bytes: UInt32
    let group: UInt32
  }

  private struct Row {
    let page: UInt32
    let start: UInt32
    /// The size of the picture; the largest number if the row has none.
    let bytes: UInt32
  }

  private var pages: [Page] = []
  private var rows: [Row] = []

  /// The bytes that a row and a page take.
  static let (rowBytes, pageBytes) = (MemoryLayout<Row>.stride, MemoryLayout<Page>.stride)

  init() {}

  /// The number of rows.
  package var count: Int { rows.count }

  /// The size of a row's picture in bytes; nil if the row has none.
  package func bytes(of row: Int) -> Int? {
    guard rows.indices.contains(row), rows[row].bytes != .max else { return nil }
    return Int(rows[row].bytes)
  }

  /// The place of a row's picture; nil if the row has none.
  package func place(of row: Int) -> ParquetPicturePlace? {
    guard let bytes = bytes(of: row) else { return nil }
    let page = pages[Int(rows[row].page)]
    let start = Int(rows[row].start)
    return ParquetPicturePlace(
      group: Int(page.group), page: page.start..<page.start + UInt64(page.bytes), bytes: start..<start + bytes
    )
  }

  /// Adds the rows of the groups that follow. Throws if there are too many pages.
  package mutating func append(_ other: ParquetPictureIndex) throws(ParquetFault) {
    guard pages.count + other.pages.count <= Int(UInt32.max) else { throw .tooLarge("it has too many pages") }
    let before = UInt32(pages.count)
    pages += other.pages
    rows += other.rows.map { row in
      row.bytes == .max ? row : Row(page: row.page + before, start: row.start, bytes: row.bytes)
    }
  }

  /// Adds a row without a picture.
  mutating func addNone() { rows.append(Row(page: 0, start: 0, bytes: .max)) }

  /// Adds a row whose picture lies at `bytes` in a decompressed page.
  mutating func add(_ bytes: Range<Int>, page: ParquetPage.Place, group: Int) throws(ParquetFault) {
    // A picture of a dictionary is followed by others of the same page, or by some of the page itself.
    let known = pages.indices.suffix(2).last { pages[$0].start == page.start }
    if known == nil {
      guard let size = UInt32(exactly: page.bytes), let group = UInt32(exactly: group) else {
        throw .tooLarge("a page has too many bytes")
      }
      pages.append(Page(start: page.start, bytes: size, group: group))
    }
    guard let start = UInt32(exactly: bytes.lowerBound), let size = UInt32(exactly: bytes.count), size < .max,
      let place = UInt32(exactly: known ?? pages.count - 1)
    else { throw .tooLarge("a page has too many bytes") }
    rows.append(Row(page: place, start: start, bytes: size))
  }
}
