import Foundation
import JSON
import Parquet
import TestSupport
import Testing

/// Files of pyarrow, with the values that were given to it.
@Suite struct ParquetReadingTests {
  private static func rows(_ file: [UInt8], _ columns: [String]) throws -> [String] {
    var rows = try ParquetRows(ParquetFile(ParquetMemory(file)), columns: columns)
    var texts: [String] = []
    while let row = try rows.next() { texts.append(try JSONText.encode(JSONValue.object(row))) }
    return texts
  }

  @Test("Pictures, texts and lists are found", arguments: [PyArrowFiles.dictionary, PyArrowFiles.plain2])
  func values(_ bytes: [UInt8]) throws {
    let file = try ParquetFile(ParquetMemory(bytes))
    #expect(file.rows == 4)
    #expect(file.columns.map(\.name) == ["image", "caption", "tags"])
    #expect(file.creator == "parquet-cpp-arrow version 26.0.1")
    #expect(
      try file.allRows().map { ParquetText.of($0) } == [
        #"{"image":"ffd841","image.path":"a.jpg","caption":"x","tags":["p","q"]}"#,
        #"{"image":null,"image.path":null,"caption":"y","tags":[]}"#,
        #"{"image":null,"image.path":"c","caption":null,"tags":null}"#,
        #"{"image":"ffd841","image.path":null,"caption":"x","tags":[null]}"#,
      ])
  }

  @Test("Days and times are texts, and numbers that JSON can't hold are null")
  func types() throws {
    let columns = ["d", "ms", "us", "ns", "t", "u", "f", "g"]
    #expect(
      try Self.rows(PyArrowFiles.types, columns) == [
        #"{"d":"1969-12-31","ms":"1969-12-31T23:59:59.999Z","us":"1969-12-31T23:59:59.999999","#
          + #""ns":"1969-12-31T23:59:59.999999999","t":"00:00:00.000","u":4294967295,"f":null,"g":null}"#,
        #"{"d":"1970-01-01","ms":"2026-02-03T04:04:05.006Z","us":"1970-01-01T00:00:00.000000","#
          + #""ns":"2026-02-03T04:04:05.000000001","t":"23:59:59.999","u":null,"f":0.1,"g":-0.0}"#,
      ])
  }

  @Test("Bytes are left out, and named")
  func leftOut() throws {
    let rows = try ParquetRows(
      ParquetFile(ParquetMemory(PyArrowFiles.refused)), columns: ["b", "s"])
    #expect(rows.leftOut == ["b", "s.b"])
    #expect(try Self.rows(PyArrowFiles.refused, ["b", "s"]) == [#"{"s":{"n":1}}"#])
    #expect(try Self.rows(PyArrowFiles.refused, ["s.n"]) == [#"{"s.n":1}"#])
  }

  @Test(
    "What isn't read is refused by its name",
    arguments: [
      (PyArrowFiles.refused, "n", "'n' is of the type decimal"), (PyArrowFiles.refused, "k", "'k' is a map"),
      (PyArrowFiles.delta, "i", "'i' has the encoding DELTA_BINARY_PACKED, which isn't read"),
      (PyArrowFiles.brotli, "i", "'i' is compressed by Brotli"),
    ])
  func unsupported(_ file: [UInt8], _ column: String, _ message: String) throws {
    let fault = #expect(throws: ParquetFault.self) { try Self.rows(file, [column]) }
    #expect(fault == ParquetFault(.unsupported, message))
  }

  @Test("A column that isn't there, or holds no pictures, is refused")
  func columns() throws {
    let file = try ParquetFile(ParquetMemory(PyArrowFiles.dictionary))
    #expect(throws: ParquetFault(.damaged, "has no column 'label'")) {
      try ParquetRows(file, columns: ["label"])
    }
    #expect(throws: ParquetFault(.damaged, "has no column 'label'")) {
      try ParquetPictureColumn("label", in: file)
    }
    for name in ["caption", "tags"] {
      let fault = #expect(throws: ParquetFault.self) { try ParquetPictureColumn(name, in: file) }
      #expect(fault?.kind == .unsupported)
    }
  }

  @Test("Groups of rows can be read alone")
  func groups() throws {
    let written = WrittenRows(400, largest: 3000, seed: 8)
    let file = try ParquetFile(ParquetMemory(written.file(groupBytes: 100_000)))
    let group = file.rowGroups[2]
    var rows = try ParquetRows(file, columns: ["caption"], groups: 2..<3)
    var found: [JSONValue] = []
    while let row = try rows.next() { found += row.map(\.value) }
    let expected = written.rows[group.firstRow..<group.firstRow + group.rows].map { $0.values[0] }
    #expect(found == expected)
  }
}
