import JSON
import Parquet

/// The description at the end of a Parquet file.
///
/// The input is the description. 64 bytes of zeros lie before it.
package enum ParquetFooterTarget: FuzzTarget {
  package static let name = "ParquetFooter"
  package static let longest = 4096

  package static func fault(_ bytes: [UInt8]) -> String? {
    let file = PlainParquet.file([UInt8](repeating: 0, count: 64), description: bytes)
    guard let file = try? ParquetFile(ParquetMemory(file), limits: PlainParquet.limits) else { return nil }
    let leaves = file.columns.flatMap(\.leaves)
    if leaves.map(\.index) != Array(leaves.indices) { return "the stored columns aren't numbered in order" }
    var rows = 0
    for group in file.rowGroups {
      if group.firstRow != rows || group.rows < 0 { return "a group of rows begins at a wrong row" }
      rows += group.rows
    }
    if rows != file.rows || rows > PlainParquet.limits.rows { return "the number of rows is wrong" }
    return PlainParquet.fault(of: file)
  }

  /// Descriptions that the writer makes.
  package static func seeds() throws -> [[UInt8]] {
    let object = ParquetKind.structure([ParquetField("n", .int64), ParquetField("on", .list(.bool))])
    return try [
      [], [ParquetField("caption", .text)],
      [ParquetField("parts", .list(object)), ParquetField("x", .double)],
    ].map { fields in
      var writer = try ParquetWriter(fields)
      try writer.add(picture: [1], path: "a", fields.map { _ in JSONValue.null })
      return PlainParquet.description(of: try writer.finish())
    }
  }
}
