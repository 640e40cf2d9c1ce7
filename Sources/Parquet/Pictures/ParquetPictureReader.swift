import System

/// Reads single pictures by their places. The pages of the last ones stay in memory, because the next picture often lies
/// in one of them: in the same page, or in the dictionary of its group.
package struct ParquetPictureReader {
  private let file: ParquetFile
  private let column: ParquetPictureColumn
  /// The most bytes of pages that stay beside the last one.
  private let most: Int
  /// The page that was used last is at the end.
  private var pages: [ParquetPage] = []

  package init(
    _ file: ParquetFile, _ column: ParquetPictureColumn, most: Int = FixedLimits.Parquet.keptBytes
  ) {
    (self.file, self.column, self.most) = (file, column, most)
  }

  /// The bytes of the pages that are in memory.
  package var heldBytes: Int { pages.lazy.map(\.values.count).reduce(0, +) }

  /// The bytes of the picture at `place`, by one read or none. Throws if the file has another page there.
  package mutating func bytes(at place: ParquetPicturePlace) throws(ParquetFault) -> ArraySlice<UInt8> {
    let bytes = Int(clamping: place.page.upperBound - place.page.lowerBound)
    let wanted = ParquetPage.Place(start: place.page.lowerBound, bytes: bytes)
    let page: ParquetPage
    if let known = pages.firstIndex(where: { $0.place == wanted }) {
      page = pages.remove(at: known)
    } else {
      // A page takes at least its stored bytes.
      makeRoom(bytes)
      page = try ChunkPages.page(file, column.leaf, group: place.group, at: wanted)
      makeRoom(page.values.count)
    }
    pages.append(page)
    guard place.bytes.lowerBound >= 0, place.bytes.upperBound <= page.values.count else {
      throw .damaged("'\(column.name)' has no picture at byte \(place.page.lowerBound)")
    }
    return page.values[place.bytes]
  }

  /// Gives up all pages.
  package mutating func dropPages() { pages = [] }

  private mutating func makeRoom(_ bytes: Int) {
    while !pages.isEmpty, bytes > most - heldBytes { pages.removeFirst() }
  }
}
