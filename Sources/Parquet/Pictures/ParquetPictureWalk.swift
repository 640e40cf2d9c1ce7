/// A picture of a row.
package struct ParquetPicture: Sendable {
  package let row: Int
  /// The bytes of the picture; nil if the row has none. They keep the whole page in memory.
  package let bytes: ArraySlice<UInt8>?
}

/// Reads all pictures of a column, and notes their places. Only one page, and a dictionary, are in memory.
package struct ParquetPictureWalk {
  /// The places of the pictures that were read.
  package private(set) var index = ParquetPictureIndex()
  private let file: ParquetFile
  private var cursor: LeafCursor
  private var group = -1
  private var leftInGroup = 0

  package init(_ file: ParquetFile, _ column: ParquetPictureColumn) {
    self.file = file
    cursor = LeafCursor(file, column.leaf, most: file.limits.pageBytes)
  }

  /// The next row's picture; nil behind the last row. If a read fails, a second call tries again.
  package mutating func next() throws(ParquetFault) -> ParquetPicture? {
    while leftInGroup == 0 {
      guard try cursor.peek() == nil else { throw .damaged("'\(cursor.leaf.path)' has too many values") }
      guard group + 1 < file.rowGroups.count else { return nil }
      try cursor.begin(group: group + 1)
      group += 1
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
    return ParquetPicture(row: index.count - 1, bytes: bytes)
  }
}
