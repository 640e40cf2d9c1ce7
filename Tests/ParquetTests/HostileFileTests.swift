import JSON
import TestSupport
import Testing

@testable import Parquet

@Suite struct HostileFileTests {
  /// The pictures of a file, as texts.
  private func pictures(_ file: [UInt8], _ limits: ParquetLimits = ParquetLimits()) throws -> [String?] {
    let file = try ParquetFile(ParquetMemory(file), limits: limits)
    var walk = try ParquetPictureWalk(file, ParquetPictureColumn("image", in: file))
    var found: [String?] = []
    while let picture = try walk.next() {
      found.append(picture.bytes.map { String(decoding: $0, as: UTF8.self) })
    }
    return found
  }

  private func fault(
    _ file: [UInt8], _ limits: ParquetLimits = ParquetLimits()
  ) -> ParquetFault? {
    #expect(throws: ParquetFault.self) { try pictures(file, limits) }
  }

  private let two = TestParquet.Page.plain([[97], [98, 99]])

  @Test("A file that is built by hand is read")
  func plain() throws {
    #expect(try pictures(TestParquet([two, two], rows: 4).file) == ["a", "bc", "a", "bc"])
    // Levels: a null, and two values. Each run has a header and a level.
    let levels: [UInt8] = [4, 0, 0, 0, 2, 0, 4, 1]
    var file = TestParquet([.init(values: 3, body: levels + two.body)], rows: 3)
    file.repetition = 1
    #expect(try pictures(file.file) == [nil, "a", "bc"])
    // The second version has no length before the levels.
    file.pages = [
      .init(kind: 3, values: 3, body: Array(levels.dropFirst(4)) + two.body, levelBytes: (0, 4))
    ]
    #expect(try pictures(file.file) == [nil, "a", "bc"])
    let dictionary = TestParquet.Page(kind: 2, values: 2, body: two.body)
    // One bit for each number: a packed run of 1, 0, 1.
    let numbers = TestParquet.Page(values: 3, encoding: 8, body: [1, 3, 0b101])
    #expect(try pictures(TestParquet([dictionary, numbers], rows: 3).file) == ["bc", "a", "bc"])
  }

  @Test("Files that aren't Parquet, or whose description lies elsewhere, are refused")
  func ends() {
    let file = TestParquet([two], rows: 2).file
    #expect(fault([])?.message == "is no Parquet file: it has only 0 bytes")
    #expect(fault(Array("PAR1".utf8))?.kind == .damaged)
    #expect(fault(file + [0])?.message == "is no Parquet file: it doesn't end as one")
    let encrypted = Array(file.dropLast(4)) + Array("PARE".utf8)
    #expect(fault(encrypted) == ParquetFault(.unsupported, "its description is encrypted"))
    for length in [Int(UInt32.max), 64 << 20 + 1] {
      #expect(fault(TestParquet.file([], description: [0], length: length))?.kind == .tooLarge)
    }
    #expect(fault(TestParquet.file([], description: [0], length: 2))?.kind == .damaged)
    #expect(fault(TestParquet.file([], description: [0]))?.message == "it has no schema")
  }

  @Test("A file cut at any byte, and a file with any bit flipped, is read or refused")
  func damage() throws {
    for file in [PyArrowFiles.dictionary, PyArrowFiles.plain2] {
      for count in file.indices { #expect(throws: ParquetFault.self) { try pictures(Array(file[..<count])) } }
      var flipped = file
      for place in file.indices {
        for bit in 0..<8 {
          flipped[place] ^= 1 << UInt8(bit)
          do { _ = try ParquetFile(ParquetMemory(flipped)).allRows() } catch {
            #expect(error is ParquetFault)
          }
          flipped[place] ^= 1 << UInt8(bit)
        }
      }
    }
  }

  @Test("A page that is larger than its bytes allow, or than the limit, is refused")
  func sizes() {
    for codec in [0, 1, 2, 5, 6, 7] {
      var file = TestParquet([two], rows: 2)
      file.codec = codec
      file.pages[0].bytes = 900 << 20
      #expect(fault(file.file)?.message == "a page of 'image' names a size that its bytes can't have")
      file.pages[0].bytes = Int(Int32.max)
      #expect(fault(file.file)?.kind == .tooLarge)
    }
    var limits = ParquetLimits()
    limits.pageBytes = two.body.count
    #expect((try? pictures(TestParquet([two], rows: 2).file, limits)) == ["a", "bc"])
    limits.pageBytes -= 1
    #expect(fault(TestParquet([two], rows: 2).file, limits)?.kind == .tooLarge)
    var file = TestParquet([two], rows: 2)
    file.pages[0].storedBytes = two.body.count + 1
    #expect(fault(file.file)?.message == "a page of 'image' reaches over its column")
    file.pages[0].storedBytes = -1
    #expect(fault(file.file)?.kind == .damaged)
  }

  @Test("Counts that lie are refused")
  func counts() {
    for (rows, values) in [(1, 2), (3, 2), (2, 1), (2, 3), (1 << 24, 1 << 24)] {
      var file = TestParquet([two], rows: rows)
      file.values = values
      #expect(fault(file.file)?.kind == .damaged, "\(rows) \(values)")
    }
    var file = TestParquet([.init(values: 1 << 30, body: two.body)], rows: 2)
    #expect(fault(file.file)?.kind == .damaged)
    file = TestParquet([.init(values: -1, body: two.body)], rows: 2)
    #expect(fault(file.file)?.kind == .damaged)
    file = TestParquet([.init(kind: 2, values: 1 << 24, body: two.body), two], rows: 2)
    #expect(fault(file.file)?.message == "the dictionary of 'image' ends early")
    for rows in [1 << 25 + 1, Int.max] {
      #expect(fault(TestParquet([two], rows: rows).file)?.kind == .tooLarge)
    }
    #expect(fault(TestParquet([two], rows: -1).file)?.kind == .damaged)
    file = TestParquet([two], rows: 2)
    file.fileRows = 3
    #expect(fault(file.file)?.message == "its groups have 2 rows, and its description names another number")
    for children in [0, 2, Int(Int32.max)] {
      file = TestParquet([two], rows: 2)
      file.children = children
      #expect(fault(file.file)?.kind == .damaged)
    }
  }

  @Test("A column that lies outside of the data is refused")
  func places() {
    for (start, bytes) in [(3, 5), (4, 1000), (1000, 5), (Int.max, Int.max), (4, Int.max), (4, -1), (-1, 5)] {
      var file = TestParquet([two], rows: 2)
      (file.start, file.bytes) = (start, bytes)
      #expect(fault(file.file)?.kind == .damaged, "\(start) \(bytes)")
    }
    var file = TestParquet([two], rows: 2)
    file.path = "b.parquet"
    #expect(fault(file.file) == ParquetFault(.unsupported, "values of 'image' lie in another file"))
    file.path = nil
    file.isEncrypted = true
    #expect(fault(file.file) == ParquetFault(.unsupported, "'image' is encrypted"))
  }

  @Test("Lengths, levels and numbers that lead nowhere are refused")
  func values() {
    for body in [[2, 0, 0, 0, 97], [0xFF, 0xFF, 0xFF, 0xFF, 97], [1, 0, 0], []] as [[UInt8]] {
      #expect(fault(TestParquet([.init(values: 1, body: body)], rows: 1).file)?.kind == .damaged)
    }
    for levels in [[4, 0, 0, 0, 2, 2], [9, 0, 0, 0, 2, 1], [0, 0, 0, 0], [1, 0], [2, 0, 0, 0, 0, 1]]
      as [[UInt8]]
    {
      var file = TestParquet([.init(values: 1, body: levels)], rows: 1)
      file.repetition = 1
      #expect(fault(file.file)?.kind == .damaged)
    }
    var file = TestParquet(
      [.init(kind: 3, values: 1, body: [2, 0], levelBytes: (0, 3))], rows: 1)
    file.repetition = 1
    #expect(fault(file.file)?.message == "the levels of a page of 'image' are longer than the page")
    let dictionary = TestParquet.Page(kind: 2, values: 2, body: two.body)
    for body in [[2, 2, 2], [33, 2, 0], [2, 2], []] as [[UInt8]] {
      let numbers = TestParquet.Page(values: 1, encoding: 8, body: body)
      #expect(fault(TestParquet([dictionary, numbers], rows: 1).file)?.kind == .damaged)
    }
    let numbers = TestParquet.Page(values: 1, encoding: 8, body: [1, 2, 0])
    #expect(fault(TestParquet([numbers], rows: 1).file)?.message == "'image' has no dictionary")
    #expect(fault(TestParquet([dictionary, dictionary, numbers], rows: 1).file)?.kind == .damaged)
  }

  /// The CRC-32 of the page's bytes by Python's `zlib.crc32(bytes([1, 0, 0, 0, 97, 2, 0, 0, 0, 98, 99]))`.
  @Test("A wrong checksum is found, and a right one is taken")
  func checksums() throws {
    var file = TestParquet([two], rows: 2)
    file.pages[0].checksum = (1232122289)
    #expect(try pictures(file.file) == ["a", "bc"])
    file.pages[0].checksum = (1232122289) + 1
    #expect(fault(file.file)?.message == "the checksum of a page of 'image' is wrong")
  }

  @Test("Some bytes that stand for many rows or values take no more than the limits allow")
  func bombs() throws {
    // A run of 100,000 nulls.
    let levels: [UInt8] = [4, 0, 0, 0, 0xC0, 0x9A, 0x0C, 0]
    var file = TestParquet([.init(values: 100_000, body: levels)], rows: 100_000)
    file.repetition = 1
    #expect(try pictures(file.file).count == 100_000)
    var limits = ParquetLimits()
    limits.rows = 99_999
    #expect(fault(file.file, limits)?.message == "it has more than 99999 rows")
    limits.rows = 100_000
    limits.columnValues = 99_999
    #expect(fault(file.file, limits)?.message == "'image' has more than 99999 values")
    // A list of 100,000 texts, each from the dictionary: the first level is 0, the others are 1.
    let lists: [UInt8] = [6, 0, 0, 0, 2, 0, 0xBE, 0x9A, 0x0C, 1] + [4, 0, 0, 0, 0xC0, 0x9A, 0x0C, 1]
    let dictionary = TestParquet.Page(kind: 2, values: 1, body: [1, 0, 0, 0, 97])
    let page = TestParquet.Page(values: 100_000, encoding: 8, body: lists + [0, 0xC0, 0x9A, 0x0C])
    file = TestParquet([dictionary, page], rows: 1)
    (file.values, file.repetition, file.converted) = (100_000, 2, 0)
    #expect(try row(file.file, ParquetLimits())?.list?.count == 100_000)
    limits = ParquetLimits()
    limits.rowValues = 99_999
    #expect(throws: ParquetFault(.tooLarge, "a row has more than 99999 values")) {
      try row(file.file, limits)
    }
    limits = ParquetLimits()
    limits.rowBytes = 99_999
    #expect(throws: ParquetFault(.tooLarge, "the texts of a row have more than 99999 bytes")) {
      try row(file.file, limits)
    }
    limits = ParquetLimits()
    limits.allRowBytes = 99_999
    #expect(throws: ParquetFault(.tooLarge, "the texts of all rows have more than 99999 bytes")) {
      try row(file.file, limits)
    }
  }

  @Test("Columns that are read together share a limit, and a dictionary has one")
  func shared() throws {
    let bytes = try WrittenRows(10, largest: 10, seed: 1).file(groupBytes: 1 << 20)
    var limits = ParquetLimits()
    func count(_ names: [String]) throws -> Int {
      var rows = try ParquetRows(ParquetFile(ParquetMemory(bytes), limits: limits), columns: names)
      var count = 0
      while try rows.next() != nil { count += 1 }
      return count
    }
    limits.columnValues = 20
    #expect(try count(["caption", "label"]) == 10)
    limits.columnValues = 19
    #expect(try count(["caption"]) == 10)
    #expect(throws: ParquetFault(.tooLarge, "the columns have more than 19 values")) {
      try count(["caption", "label"])
    }
    let dictionary = TestParquet.Page(kind: 2, values: 2, body: two.body)
    let file = TestParquet([dictionary, .init(values: 1, encoding: 8, body: [1, 2, 1])], rows: 1).file
    #expect(try pictures(file) == ["bc"])
    limits.rows = 1
    #expect(fault(file, limits)?.message == "the dictionary of 'image' has more than 1 values")
  }

  /// The value of `image` in the first row.
  private func row(_ file: [UInt8], _ limits: ParquetLimits) throws -> JSONValue? {
    var rows = try ParquetRows(ParquetFile(ParquetMemory(file), limits: limits), columns: ["image"])
    return try rows.next()?.first?.value
  }

  @Test("Repetition levels that contradict the schema are refused")
  func repetition() {
    // A row can't begin with a further element of a list.
    let page = TestParquet.Page(values: 1, body: [2, 0, 0, 0, 2, 1, 2, 0, 0, 0, 2, 1, 1, 0, 0, 0, 97])
    var file = TestParquet([page], rows: 1)
    (file.repetition, file.converted) = (2, 0)
    #expect(throws: ParquetFault(.damaged, "levels of 'image' contradict each other")) {
      try row(file.file, ParquetLimits())
    }
  }

  @Test("Columns that nest too deep, and too many columns, are refused")
  func schema() {
    func file(_ count: Int, isDeep: Bool) -> [UInt8] {
      var writer = CompactWriter()
      writer.structure { file in
        file.structures(2, 0...count) { writer, place in
          let isLeaf = isDeep ? place == count : place > 0
          if isLeaf { writer.int32(1, 6) }
          writer.text(4, "a")
          if !isLeaf { writer.int32(5, isDeep ? 1 : count) }
        }
        file.int64(3, 0)
      }
      return TestParquet.file([], description: writer.bytes)
    }
    #expect(throws: Never.self) { try ParquetFile(ParquetMemory(file(32, isDeep: true))) }
    let deep = #expect(throws: ParquetFault.self) { try ParquetFile(ParquetMemory(file(33, isDeep: true))) }
    #expect(deep?.kind == .tooLarge)
    #expect(throws: Never.self) { try ParquetFile(ParquetMemory(file(10_000, isDeep: false))) }
    #expect(throws: ParquetFault.self) { try ParquetFile(ParquetMemory(file(10_001, isDeep: false))) }
  }
}
