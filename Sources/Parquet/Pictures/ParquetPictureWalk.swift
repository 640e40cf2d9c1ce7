/// A picture of a row.
package struct ParquetPicture: Sendable {
  package let row: Int
  /// The bytes of the picture; nil if the row has none. They keep the whole page in memory.
  package let bytes: ArraySlice<UInt8>?
}

/// Reads all pictures of a column, and notes their places. Only one page, and a dictionary, are in memory.
package struct ParquetPictureWalk {
  /// The places of the pictures that were read, from the first group's first row on.
  package private(set) var index = ParquetPictureIndex()
  private let file: ParquetFile
  private var cursor: LeafCursor
  /// The groups that aren't begun yet, and the one that is.
  private var groups: Range<Int>
  private var group = 0
  private var leftInGroup = 0
  private let firstRow: Int

  /// Walks over groups of rows; nil means all groups. Several threads can each walk over some.
  package init(_ file: ParquetFile, _ column: ParquetPictureColumn, groups: Range<Int>? = nil) {
    self.file = file
    let all = file.rowGroups.indices
    self.groups = (groups ?? all).clamped(to: all)
    firstRow = self.groups.first.map { file.rowGroups[$0].firstRow } ?? 0
    cursor = LeafCursor(file, column.leaf, most: file.limits.pageBytes)
  }

  /// The next row's picture; nil behind the last row. If a read fails, a second call tries again.
  package mutating func next() throws(ParquetFault) -> ParquetPicture? {
    while leftInGroup == 0 {
      guard try cursor.peek() == nil else { throw .damaged("'\(cursor.leaf.path)' has too many values") }
      guard let next = groups.first else { return nil }
      try cursor.begin(group: next)
      group = next
      groups.removeFirst()
      leftInGroup = file.rowGroups[group].rows
    }
    guard try cursor.peek() != nil else { throw .damaged("'\(cursor.leaf.path)' has too few values") }
    let bytes = try cursor.take()
    leftInGroup -= 1
    if let bytes {
      guard let place = cursor.isDictionary ? cursor.dictionaryPlace : cursor.place else {
        throw .damaged("'\(cursor.leaf.path)' has too few values")
      }
      try index.add(bytes.startIndex..<bytes.endIndex, page: place, group: group)
    } else {
      index.addNone()
    }
    return ParquetPicture(row: firstRow + index.count - 1, bytes: bytes)
  }
}
