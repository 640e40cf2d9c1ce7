/// Reads single pictures by their places. The page of the last one stays in memory, because the next picture
/// often lies there too.
package struct ParquetPictureReader {
  private let file: ParquetFile
  private let column: ParquetPictureColumn
  private var page: ParquetPage?

  package init(_ file: ParquetFile, _ column: ParquetPictureColumn) {
    (self.file, self.column) = (file, column)
  }

  /// The bytes of the picture at `place`, by one read or none. Throws if the file has another page there.
  package mutating func bytes(at place: ParquetPicturePlace) throws(ParquetFault) -> ArraySlice<UInt8> {
    let bytes = Int(clamping: place.page.upperBound - place.page.lowerBound)
    let wanted = ParquetPage.Place(start: place.page.lowerBound, bytes: bytes)
    if page?.place != wanted {
      // The page before isn't kept beside the next one.
      page = nil
      page = try ChunkPages.page(file, column.leaf, group: place.group, at: wanted)
    }
    guard let page, place.bytes.lowerBound >= 0, place.bytes.upperBound <= page.values.count else {
      throw .damaged("'\(column.name)' has no picture at byte \(place.page.lowerBound)")
    }
    return page.values[place.bytes]
  }
}
