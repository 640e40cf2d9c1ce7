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
}
