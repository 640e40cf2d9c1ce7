import JSON
import Parquet
import TestSupport
import Testing

@Suite struct ParquetWriterTests {
  @Test(
    "Rows are read as they were written",
    arguments: [(0, 0, 128 << 20), (100, 300, 128 << 20), (400, 3000, 100_000), (30, 200_000, 128 << 20)])
  func roundTrip(_ count: Int, _ largest: Int, _ groupBytes: Int) throws {
    let rows = WrittenRows(count, largest: largest, seed: 5)
    let file = try ParquetFile(ParquetMemory(rows.file(groupBytes: groupBytes)))
    #expect(try file.allRows().map(\.normal) == rows.expected.map(\.normal))
    #expect(file.rowGroups.map(\.rows).reduce(0, +) == count)
    if groupBytes < 1 << 20 { #expect(file.rowGroups.count > 3) }
  }

  @Test("The same rows make the same bytes, and the file names its features")
  func bytes() throws {
    let rows = WrittenRows(20, largest: 100, seed: 6)
    let bytes = try rows.file(groupBytes: 1 << 20)
    #expect(try rows.file(groupBytes: 1 << 20) == bytes)
    let file = try ParquetFile(ParquetMemory(bytes))
    #expect(file.creator == "upright version 1.0.0 (build zstd-3)")
    func value(_ type: String) -> String { #"{"dtype":"\#(type)","_type":"Value"}"# }
    func list(_ feature: String) -> String { "[\(feature)]" }
    let objects =
      #"{"bbox":\#(list(list(value("float64")))),"categories":\#(list(value("string"))),"#
      + #""visible":\#(list(value("float64"))),"id":\#(list(value("string")))}"#
    let parts = list(#"{"n":\#(value("int64")),"on":\#(value("bool"))}"#)
    #expect(
      file.notes == [
        "huggingface":
          #"{"info":{"features":{"image":{"_type":"Image"},"caption":\#(value("string")),"#
          + #""label":\#(value("int64")),"score":\#(value("float64")),"flag":\#(value("bool")),"#
          + #""objects":\#(objects),"parts":\#(parts)}}}"#
      ])
  }

  @Test("Pages of pictures are given out before their group of rows ends")
  func streams() throws {
    var writer = try ParquetWriter([])
    var random = SplitMix64(seed: 1)
    var given = 0
    for row in 0..<40 {
      let noise = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
      try writer.add(picture: noise[...], path: nil, [])
      given += writer.take().count
      // Only the page in work is held. It has at most 10 pictures.
      #expect(given >= (row - 9) * 100_000)
    }
  }

  @Test("A large picture has a page for itself")
  func large() throws {
    var writer = try ParquetWriter([])
    for size in [10, 3 << 20, 10] {
      try writer.add(picture: [UInt8](repeating: 1, count: size)[...], path: "p", [])
    }
    let file = try ParquetFile(ParquetMemory(writer.finish()))
    var walk = try ParquetPictureWalk(file, ParquetPictureColumn("image", in: file))
    var sizes: [Int?] = []
    while let picture = try walk.next() { sizes.append(picture.bytes?.count) }
    #expect(sizes == [10, 3 << 20, 10])
    #expect(Set((0..<3).compactMap { walk.index.place(of: $0)?.page }).count == 3)
  }

  @Test("Masks have a column like that of pictures, of which rows may lack them", arguments: [1, 128 << 20])
  func masks(_ groupBytes: Int) throws {
    var writer = try ParquetWriter(masks: "mask", [ParquetField("n", .int64)], groupBytes: groupBytes)
    let masks: [[UInt8]?] = [[1, 2], nil, [UInt8](repeating: 7, count: 3 << 20), []]
    var bytes: [UInt8] = []
    for (row, mask) in masks.enumerated() {
      try writer.add(
        picture: [9], path: "p\(row)", mask: mask.map { ($0[...], "m\(row)") }, [.number("\(row)")])
      bytes += writer.take()
    }
    bytes += try writer.finish()
    let file = try ParquetFile(ParquetMemory(bytes))
    #expect(file.columns.map(\.name) == ["image", "mask", "n"])
    var walk = ParquetPictureWalk(file, try ParquetPictureColumn("mask", in: file))
    var found: [[UInt8]?] = []
    while let mask = try walk.next() { found.append(mask.bytes.map { Array($0) }) }
    #expect(found == masks)
    var (rows, paths) = (try ParquetRows(file, columns: ["n"]), [JSONValue?]())
    while let row = try rows.next() { paths.append(JSONValue.object(row)["n"]) }
    #expect(paths == (0..<4).map { .number("\($0)") })
    var plain = try ParquetWriter([])
    #expect(throws: ParquetFault.self) { try plain.add(picture: [9], path: "p", mask: ([1], "m"), []) }
    #expect(throws: ParquetFault.self) { try ParquetWriter(masks: "image", []) }
  }

  @Test("A value that doesn't fit its column is refused, and adds nothing")
  func unfit() throws {
    var writer = try ParquetWriter(WrittenRows.fields)
    let nulls = [JSONValue](repeating: .null, count: 6)
    func refused(_ place: Int, _ value: JSONValue) throws -> String? {
      var values = nulls
      values[place] = value
      let fault = #expect(throws: ParquetFault.self) {
        try writer.add(picture: nil, path: nil, values)
      }
      #expect(fault?.kind == .unfit)
      return fault?.message
    }
    #expect(try refused(1, .number("1.5")) == "the value 1.5 doesn't fit the column 'label'")
    #expect(try refused(1, .text("1")) != nil)
    #expect(try refused(2, .number("1e999")) != nil)
    #expect(try refused(3, .number("1")) != nil)
    #expect(
      try refused(4, .object([.init(key: "x", value: .null)])) == "the column 'objects' has no part 'x'")
    #expect(
      try refused(
        4, .object([.init(key: "id", value: .list([.list([])])), .init(key: "bbox", value: .bool(true))]))
        == "the value true doesn't fit the column 'objects.bbox'")
    #expect(throws: ParquetFault.self) { try writer.add(picture: nil, path: nil, []) }
    try writer.add(picture: nil, path: nil, nulls)
    #expect(try ParquetFile(ParquetMemory(writer.finish())).allRows().count == 1)
  }

  @Test("Columns of one name, structures without parts and deep lists are refused")
  func columns() {
    let deep = (0..<9).reduce(ParquetKind.text) { kind, _ in .list(kind) }
    for fields in [
      [ParquetField("image", .text)], [ParquetField("a", .text), ParquetField("a", .bool)],
      [ParquetField("a", .structure([]))], [ParquetField("a", deep)],
    ] {
      let fault = #expect(throws: ParquetFault.self) { try ParquetWriter(fields) }
      #expect(fault?.kind == .unfit)
    }
  }

  @Test("A type that holds all values is found")
  func kinds() throws {
    func kind(_ lines: String...) throws -> ParquetKind {
      var guess = ParquetKindGuess()
      for line in lines {
        let object = try JSONValue(line: Array(#"{"a":\#(line)}"#.utf8)[...])
        guess.add(object["a"] ?? .null)
      }
      return guess.kind
    }
    #expect(try kind() == .text)
    #expect(try kind("null", "true") == .bool)
    #expect(try kind("1", "null", "-2") == .int64)
    #expect(try kind("1", "2.5") == .double)
    #expect(try kind("99999999999999999999") == .double)
    #expect(try kind("1e999") == .text)
    // Objects whose keys are values themselves.
    let object = "{" + (0..<257).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"
    #expect(try kind(object) == .text)
    #expect(try kind("1", "\"x\"") == .text)
    #expect(try kind("true", "1") == .text)
    #expect(try kind("[]", "[[1]]", "[null,[2.5]]") == .list(.list(.double)))
    #expect(try kind("[1]", "2") == .text)
    #expect(
      try kind(#"{"x":1}"#, #"{"y":[]}"#, #"{"x":null}"#)
        == .structure([ParquetField("x", .int64), ParquetField("y", .list(.text))]))
    #expect(try kind("{}") == .text)
  }
}
