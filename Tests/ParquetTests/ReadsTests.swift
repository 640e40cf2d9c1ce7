import Synchronization
import TestSupport
import Testing

@testable import Parquet

/// Reads of a Parquet file: their number and ranges, failures, and places of other files.
@Suite struct ReadsTests {
  /// A file in memory that notes its reads, and fails some of them.
  private final class NotedReads: ParquetBytes {
    private let memory: ParquetMemory
    let reads = Mutex<[Range<UInt64>]>([])
    let failing = Mutex(false)

    init(_ bytes: [UInt8]) { memory = ParquetMemory(bytes) }

    var size: UInt64 { memory.size }

    func read(_ range: Range<UInt64>) throws(ParquetFault) -> [UInt8] {
      reads.withLock { $0.append(range) }
      if failing.withLock({ $0 }) { throw ParquetFault(.unread, "no answer") }
      return try memory.read(range)
    }
  }

  @Test("The description takes one read, a column is read in pieces once, and a picture takes one read")
  func reads() throws {
    let rows = WrittenRows(60, largest: 200_000, seed: 9)
    let bytes = NotedReads(try rows.file(groupBytes: 128 << 20))
    let file = try ParquetFile(bytes)
    #expect(bytes.reads.withLock { $0.count } == 1)
    let column = try ParquetPictureColumn("image", in: file)
    var walk = ParquetPictureWalk(file, column)
    while try walk.next() != nil {}
    let pieces = bytes.reads.withLock { $0.dropFirst() }
    // About 5 MB, in pieces of 1 MiB.
    #expect(pieces.count < 10)
    for (one, next) in zip(pieces, pieces.dropFirst()) { #expect(one.upperBound == next.lowerBound) }
    let before = bytes.reads.withLock { $0.count }
    var reader = ParquetPictureReader(file, column)
    let place = try #require(walk.index.place(of: 40))
    #expect(try reader.bytes(at: place) == rows.rows[40].picture?[...])
    #expect(bytes.reads.withLock { Array($0[before...]) } == [place.page])
    #expect(try reader.bytes(at: place) == rows.rows[40].picture?[...])
    #expect(bytes.reads.withLock { $0.count } == before + 1)
  }

  @Test("The pages used last stay in memory, and the others are read again")
  func keptPages() throws {
    let bytes = NotedReads(try WrittenRows(60, largest: 200_000, seed: 9).file(groupBytes: 128 << 20))
    let file = try ParquetFile(bytes)
    let column = try ParquetPictureColumn("image", in: file)
    var walk = ParquetPictureWalk(file, column)
    while try walk.next() != nil {}
    var places: [ParquetPicturePlace] = []
    for row in 0..<60 {
      guard let place = walk.index.place(of: row), place.page != places.last?.page else { continue }
      places.append(place)
    }
    try #require(places.count > 2)
    var all = ParquetPictureReader(file, column)
    for place in places.prefix(3) { _ = try all.bytes(at: place) }

    let before = bytes.reads.withLock { $0.count }
    // Room for any two of the three pages.
    var reader = ParquetPictureReader(file, column, most: all.heldBytes - 1)
    for place in [0, 1, 0, 2, 0, 1] { _ = try reader.bytes(at: places[place]) }
    #expect(bytes.reads.withLock { Array($0[before...]) } == [0, 1, 2, 1].map { places[$0].page })
    reader.dropPages()
    #expect(reader.heldBytes == 0)
  }

  @Test("A walk goes on behind a read that failed")
  func again() throws {
    let rows = WrittenRows(60, largest: 200_000, seed: 9)
    let bytes = NotedReads(try rows.file(groupBytes: 2 << 20))
    let file = try ParquetFile(bytes)
    var walk = try ParquetPictureWalk(file, ParquetPictureColumn("image", in: file))
    var (found, faults) = ([[UInt8]?](), 0)
    while true {
      bytes.failing.withLock { $0 = !$0 }
      do throws(ParquetFault) {
        guard let picture = try walk.next() else { break }
        found.append(picture.bytes.map { Array($0) })
      } catch {
        #expect(error.kind == .unread)
        faults += 1
      }
    }
    #expect(found == rows.rows.map(\.picture))
    #expect(faults > 2)
  }

  @Test("Groups of rows can be walked apart, and their indexes joined")
  func joined() throws {
    let rows = WrittenRows(400, largest: 3000, seed: 2)
    let file = try ParquetFile(ParquetMemory(rows.file(groupBytes: 100_000)))
    let column = try ParquetPictureColumn("image", in: file)
    var whole = ParquetPictureWalk(file, column)
    while try whole.next() != nil {}
    var index: ParquetPictureIndex?
    for groups in [0..<2, 2..<2, 2..<file.rowGroups.count] {
      var part = ParquetPictureWalk(file, column, groups: groups)
      var row = groups.isEmpty ? 0 : file.rowGroups[groups.lowerBound].firstRow
      while let picture = try part.next() {
        #expect(picture.row == row)
        row += 1
      }
      if index == nil { index = part.index } else { try index?.append(part.index) }
    }
    #expect(index?.count == 400)
    for row in 0..<400 { #expect(index?.place(of: row) == whole.index.place(of: row)) }
  }

  @Test("A place of another file is refused")
  func otherPlace() throws {
    let file = try ParquetFile(ParquetMemory(TestParquet([.plain([[97], [98]])], rows: 2).file))
    let column = try ParquetPictureColumn("image", in: file)
    var walk = ParquetPictureWalk(file, column)
    while try walk.next() != nil {}
    let right = try #require(walk.index.place(of: 0)).page
    var reader = ParquetPictureReader(file, column)
    for place in [
      ParquetPicturePlace(group: 1, page: right, bytes: 0..<1),
      ParquetPicturePlace(group: -1, page: right, bytes: 0..<1),
      ParquetPicturePlace(group: 0, page: right.lowerBound + 1..<right.upperBound, bytes: 0..<1),
      ParquetPicturePlace(group: 0, page: right.lowerBound..<right.upperBound - 1, bytes: 0..<1),
      ParquetPicturePlace(group: 0, page: 0..<UInt64.max, bytes: 0..<1),
      ParquetPicturePlace(group: 0, page: right, bytes: 0..<100),
      ParquetPicturePlace(group: 0, page: right, bytes: -1..<1),
    ] { #expect(throws: ParquetFault.self) { try reader.bytes(at: place) } }
  }

  @Test("The index takes 12 bytes for a row and 16 for a page")
  func index() { #expect(ParquetPictureIndex.rowBytes == 12 && ParquetPictureIndex.pageBytes == 16) }
}
