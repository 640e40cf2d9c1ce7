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
