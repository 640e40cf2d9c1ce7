import JSON
import Parquet
import TestSupport
import Testing

@Suite(.enabled(if: !ParquetPeer.names.isEmpty, Comment(rawValue: ParquetPeer.why)))
struct PeerTests {
  @Test("Files of other programs have the rows that these programs wrote", arguments: ParquetPeer.names)
  func reads(_ program: String) throws {
    let folder = try TemporaryDirectory()
    _ = try ParquetPeer.run(["write", program, folder.path])
    let files = folder.files().filter { $0.hasSuffix(".parquet") }
    #expect(!files.isEmpty)
    for name in files {
      do {
        let expected = try ParquetPeer.rows(
          String(decoding: folder.read("\(name.dropLast(8)).jsonl"), as: UTF8.self))
        let found = try ParquetFile(ParquetMemory(folder.read(name))).allRows()
        #expect(found.count == expected.count, "\(name)")
        for (row, pair) in zip(found, expected).enumerated() where pair.0.normal != pair.1.normal {
          Issue.record("\(name), row \(row): \(ParquetText.of(pair.0)) and not \(ParquetText.of(pair.1))")
          break
        }
      } catch { Issue.record("\(name): \(error)") }
    }
  }

  @Test("Other programs read the rows that were written", arguments: ParquetPeer.names)
  func isRead(by program: String) throws {
    let folder = try TemporaryDirectory()
    for (name, rows, groupBytes) in [
      ("small", WrittenRows(100, largest: 300, seed: 1), 128 << 20),
      ("groups", WrittenRows(400, largest: 3000, seed: 2), 100_000),
      ("pages", WrittenRows(50, largest: 200_000, seed: 3), 128 << 20),
      ("none", WrittenRows(0, largest: 0, seed: 0), 128 << 20),
    ] {
      // A table without rows has no types that fastparquet and datasets could tell.
      if name == "none", !["pyarrow", "duckdb"].contains(program) { continue }
      try folder.write(rows.file(groupBytes: groupBytes), to: "\(name).parquet")
      let found = try ParquetPeer.rows(
        ParquetPeer.run(["read", program, folder.path("\(name).parquet")]))
      try #require(found.count == rows.rows.count, "\(name)")
      for (row, pair) in zip(found, rows.expected).enumerated() {
        // fastparquet reads nested columns in another form.
        let found = program == "fastparquet" ? pair.0.flat : pair.0
        let expected = program == "fastparquet" ? pair.1.flat : pair.1
        guard found.normal != expected.normal else { continue }
        Issue.record("\(name), row \(row): \(ParquetText.of(found)) and not \(ParquetText.of(expected))")
        break
      }
    }
  }
}

/// The index of pages at a file's end, as a reader in Python finds it.
@Suite(.enabled(if: ParquetPeer.canRun, "python3 is not installed")) struct PageIndexTests {
  @Test("The index names each page, its rows, its nulls, and its least and greatest value")
  func pages() throws {
    var writer = try ParquetWriter([
      ParquetField("label", .int64), ParquetField("score", .double), ParquetField("long", .text),
      ParquetField("none", .bool), ParquetField("flag", .bool),
    ])
    let long = String(repeating: "x", count: 65)
    for row in 0..<25_000 {
      try writer.add(
        picture: [1], path: "\(row % 7)",
        [
          row % 1000 == 0 ? .null : .number("\(row - 20_000)"),
          .number(row % 2 == 0 ? "-0.0" : row < 20_000 ? "0.5" : "-0.5"),
          .text(long), .null, .bool(row < 20_000),
        ])
    }
    let folder = try TemporaryDirectory()
    try folder.write(writer.finish(), to: "a.parquet")
    let found = try ParquetPeer.rows(ParquetPeer.run(["pages", folder.path("a.parquet")]))
    func page(_ column: String, _ row: Int, _ bounds: String) -> String {
      let rows = row == 0 ? 20_000 : 5000
      return #"{"column":"\#(column)","row":\#(row),"rows":\#(rows),"values":\#(rows)\#(bounds)}"#
    }
    func bounds(_ least: String, _ greatest: String, nulls: Int = 0, _ isNull: Bool = false) -> String {
      #","least":"\#(least)","greatest":"\#(greatest)","null":\#(isNull),"nulls":\#(nulls)"#
    }
    // Numbers are little-endian: -19999 is FFFF FFFF FFFF B1E1, and -0.5 is BFE0 0000 0000 0000. The least
    // zero is negative, and the greatest one is positive.
    let expected = [
      page("image.bytes", 0, ""), page("image.bytes", 20_000, ""),
      page("image.path", 0, bounds("30", "36")), page("image.path", 20_000, bounds("30", "36")),
      page("label", 0, bounds("e1b1ffffffffffff", "ffffffffffffffff", nulls: 20)),
      page("label", 20_000, bounds("0100000000000000", "8713000000000000", nulls: 5)),
      page("score", 0, bounds("0000000000000080", "000000000000e03f")),
      page("score", 20_000, bounds("000000000000e0bf", "0000000000000000")),
    ]
    let texts = found.map { ParquetText.of($0) }
    #expect(Array(texts.prefix(8)) == expected)
    // Long texts have no bounds. Each takes 69 bytes, so number 15,197 is the first one behind 1 MiB.
    let longs = found.filter { $0["column"]?.text == "long" }
    #expect(longs.count == 2 && longs.allSatisfy { $0["least"] == nil })
    #expect(longs.compactMap { $0["rows"]?.whole } == [15_197, 9803])
    #expect(
      Array(texts.suffix(4)) == [
        page("none", 0, bounds("", "", nulls: 20_000, true)),
        page("none", 20_000, bounds("", "", nulls: 5000, true)),
        page("flag", 0, bounds("01", "01")), page("flag", 20_000, bounds("00", "00")),
      ])
  }
}

extension JSONValue {
  /// The members that aren't nested.
  fileprivate var flat: JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { !["objects", "parts"].contains($0.key) })
  }
}

enum ParquetText {
  static func of(_ value: JSONValue) -> String { (try? JSONText.encode(value)) ?? "" }
}
