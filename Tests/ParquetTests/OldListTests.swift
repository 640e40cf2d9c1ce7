import JSON
import Testing

@testable import Parquet

/// Lists of old writers. The schemas and their meanings are those of `LogicalTypes.md` in parquet-format.
@Suite struct OldListTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The lines of the schema below the root. A line has a name, a repetition, the number of columns inside,
    /// and true for a list.
    let schema: [(name: String, repetition: Int, children: Int, isList: Bool)]
    let json: String
  }

  @Test(
    "A list has the elements that the rules for old files give it",
    arguments: [
      Case(
        testDescription: "repeated values",
        schema: [("a", 1, 1, true), ("element", 2, 0, false)], json: "[1,2]"),
      Case(
        testDescription: "repeated structures of two parts",
        schema: [("a", 1, 1, true), ("element", 2, 2, false), ("x", 0, 0, false), ("y", 0, 0, false)],
        json: #"[{"x":1,"y":1},{"x":2,"y":2}]"#),
      Case(
        testDescription: "a repeated structure called array",
        schema: [("a", 1, 1, true), ("array", 2, 1, false), ("x", 0, 0, false)], json: #"[{"x":1},{"x":2}]"#),
      Case(
        testDescription: "a repeated structure called after its list",
        schema: [("a", 1, 1, true), ("a_tuple", 2, 1, false), ("x", 0, 0, false)],
        json: #"[{"x":1},{"x":2}]"#),
      Case(
        testDescription: "a repeated structure of one part",
        schema: [("a", 1, 1, true), ("element", 2, 1, false), ("x", 0, 0, false)], json: "[1,2]"),
      Case(
        testDescription: "repeated values without an annotation",
        schema: [("a", 2, 0, false)], json: "[1,2]"),
      Case(
        testDescription: "a repeated structure without an annotation",
        schema: [("a", 2, 1, false), ("x", 0, 0, false)], json: #"[{"x":1},{"x":2}]"#),
    ])
  func elements(_ list: Case) throws {
    var rows = try ParquetRows(ParquetFile(ParquetMemory(file(list))), columns: ["a"])
    #expect(try rows.next().map { ParquetText.of(.object($0)) } == #"{"a":\#(list.json)}"#)
    #expect(try rows.next() == nil)
  }

  /// A file with one row, in which each stored column has the values 1 and 2.
  private func file(_ list: Case) -> [UInt8] {
    let definition = UInt8(list.schema[0].repetition == 1 ? 2 : 1)
    let levels: [UInt8] = [4, 0, 0, 0, 2, 0, 2, 1] + [2, 0, 0, 0, 4, definition]
    let page = TestParquet.Page(values: 2, body: levels + [1, 0, 0, 0, 2, 0, 0, 0]).file
    let leaves = list.schema.filter { $0.children == 0 }.count
    var writer = CompactWriter()
    writer.structure { file in
      file.structures(2, [("schema", 0, 1, false)] + list.schema) { writer, element in
        if element.children == 0 { writer.int32(1, 1) }
        writer.int32(3, element.repetition)
        writer.text(4, element.name)
        if element.children > 0 { writer.int32(5, element.children) }
        if element.isList { writer.int32(6, 3) }
      }
      file.int64(3, 1)
      file.structures(4, [0]) { group, _ in
        group.structures(1, 0..<leaves) { chunk, place in
          chunk.structure(3) { chunk in
            chunk.int32(1, 1)
            chunk.int32(4, 0)
            chunk.int64(5, 2)
            chunk.int64(7, page.count)
            chunk.int64(9, 4 + place * page.count)
          }
        }
        group.int64(3, 1)
      }
    }
    return TestParquet.file(
      Array(repeatElement(page, count: leaves).joined()), description: writer.bytes)
  }
}
