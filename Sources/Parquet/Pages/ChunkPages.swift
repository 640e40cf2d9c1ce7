import System

/// Reads the pages of a column in a group of rows, one after the other. Only one page is in memory.
struct ChunkPages {
  private let bytes: any ParquetBytes
  private let leaf: ParquetLeaf
  private let codec: ParquetCodec
  private let most: Int
  private let piece: Int
  private let end: UInt64
  /// The place of the next page.
  private var place: UInt64
  /// Bytes of the file from `windowStart` on.
  private var window: [UInt8] = []
  private var windowStart: UInt64

  /// The bytes that are read for a page's header. Most headers have less than a hundred.
  private static let headerBytes = 4096

  /// `most` is the largest page in bytes.
  init(_ file: ParquetFile, _ leaf: ParquetLeaf, group: Int, most: Int) throws(ParquetFault) {
    let chunk = file.rowGroups[group].chunks[leaf.index]
    let range = try chunk.place(of: leaf, end: file.dataEnd)
    self.init(file, leaf, chunk.codec, range, most: most, piece: file.limits.pieceBytes)
  }

  private init(
    _ file: ParquetFile, _ leaf: ParquetLeaf, _ codec: ParquetCodec, _ range: Range<UInt64>, most: Int,
    piece: Int
  ) {
    (bytes, self.leaf, self.codec, self.most) = (file.bytes, leaf, codec, most)
    self.piece = max(piece, Self.headerBytes)
    (place, windowStart, end) = (range.lowerBound, range.lowerBound, range.upperBound)
  }

  /// The page at `place`, by one read. Throws if another one lies there.
  static func page(
    _ file: ParquetFile, _ leaf: ParquetLeaf, group: Int, at place: ParquetPage.Place
  ) throws(ParquetFault) -> ParquetPage {
    guard file.rowGroups.indices.contains(group), place.bytes >= 0 else {
      throw .damaged("it has no group of rows \(group)")
    }
    let chunk = file.rowGroups[group].chunks[leaf.index]
    let range = try chunk.place(of: leaf, end: file.dataEnd)
    let (end, isOver) = place.start.addingReportingOverflow(UInt64(place.bytes))
    guard !isOver, range.lowerBound <= place.start, end <= range.upperBound else {
      throw .damaged("'\(leaf.path)' has no page at byte \(place.start)")
    }
    let most = file.limits.pageBytes
    guard place.bytes - FixedLimits.Parquet.pageHeaderBytes <= most else {
      throw .tooLarge("a page of '\(leaf.path)' has \(place.bytes) bytes, and \(most) are allowed")
    }
    var pages = ChunkPages(file, leaf, chunk.codec, place.start..<end, most: most, piece: place.bytes)
    guard let page = try pages.next(), page.place == place else {
      throw .damaged("'\(leaf.path)' has no page at byte \(place.start)")
    }
    return page
  }

  /// The next page with values or a dictionary; nil behind the last one. If a read fails, a second call tries
  /// again.
  mutating func next() throws(ParquetFault) -> ParquetPage? {
    while place < end {
      let (header, count) = try header()
      guard let stored = header.storedBytes, let bytes = header.bytes else {
        throw .damaged("the header of a page of '\(leaf.path)' lacks its size")
      }
      guard max(stored, bytes) <= most else {
        throw .tooLarge("a page of '\(leaf.path)' has \(max(stored, bytes)) bytes, and \(most) are allowed")
      }
      guard UInt64(count) + UInt64(stored) <= end - place else {
        throw .damaged("a page of '\(leaf.path)' reaches over its column")
      }
      try fill(count + stored)
      let offset = Int(place - windowStart)
      let page = try ParquetPage(
        header, window[offset + count..<offset + count + stored],
        at: ParquetPage.Place(start: place, bytes: count + stored), of: leaf, codec: codec)
      place += UInt64(count + stored)
      if window.count > piece || place == windowStart + UInt64(window.count) {
        // A large page isn't kept beside its decompressed bytes.
        window = Array(window[(offset + count + stored)...])
        windowStart = place
      }
      if let page { return page }
    }
    return nil
  }

  /// The header of the next page, and its bytes.
  private mutating func header() throws(ParquetFault) -> (PageHeader, Int) {
    var room = Self.headerBytes
    while true {
      let known = UInt64(room) < end - place ? room : Int(end - place)
      try fill(known)
      let offset = Int(place - windowStart)
      var reader = CompactReader(window[offset..<offset + known])
      do throws(CompactReader.Fault) {
        let header = try PageHeader(&reader)
        return (header, reader.count)
      } catch {
        guard case .endsEarly = error, UInt64(known) < end - place, room < FixedLimits.Parquet.pageHeaderBytes
        else { throw error.parquet(in: "the header of a page of '\(leaf.path)'") }
        room *= 8
      }
    }
  }

  /// Makes the window hold `count` bytes from the next page's place on. They must lie before the end.
  private mutating func fill(_ count: Int) throws(ParquetFault) {
    let known = windowStart + UInt64(window.count)
    if place + UInt64(count) <= known { return }
    let wanted = max(place + UInt64(count), known + UInt64(piece))
    let more = try bytes.checkedRead(known..<min(wanted, end))
    window.removeFirst(Int(place - windowStart))
    windowStart = place
    window += more
  }
}
