import System

/// A Parquet file (`README.md` and `parquet.thrift` of apache/parquet-format): its columns and its groups of
/// rows.
///
/// The values stay in the file. A ``ParquetPictureWalk`` finds the pictures of a column, a
/// ``ParquetPictureReader`` reads one of them, and ``ParquetRows`` reads other columns. Any bytes are taken
/// for a file: counts are compared with the bytes that are there before they take memory.
package struct ParquetFile: Sendable {
  /// The columns, from the left.
  package let columns: [ParquetColumn]
  package let rowGroups: [ParquetRowGroup]
  /// The number of rows.
  package let rows: Int
  /// The texts that the writer has put beside the columns, by their keys.
  package let notes: [String: String]
  /// The name of the writer, as it gives it.
  package let creator: String?
  let bytes: any ParquetBytes
  package let limits: ParquetLimits
  /// The end of the data, where the description begins.
  let dataEnd: UInt64

  private static let magic = Array("PAR1".utf8)
  private static let encryptedMagic = Array("PARE".utf8)
  /// The bytes behind the description: its length, and the magic number.
  private static let tailBytes: UInt64 = 8
  /// The bytes that are read first. Most descriptions have less.
  private static let firstBytes: UInt64 = 64 << 10

  /// Reads the description at the file's end, by one read or two.
  ///
  /// Throws ``ParquetFault/Kind/unsupported`` if the description is encrypted.
  package init(_ bytes: any ParquetBytes, limits: ParquetLimits = ParquetLimits()) throws(ParquetFault) {
    let size = bytes.size
    guard size >= 4 + Self.tailBytes else { throw .damaged("is no Parquet file: it has only \(size) bytes") }
    var end = try bytes.checkedRead(size - min(size, Self.firstBytes)..<size)
    let tail = end.suffix(Int(Self.tailBytes))
    if tail.suffix(4).elementsEqual(Self.encryptedMagic) {
      throw .unsupported("its description is encrypted")
    }
    guard tail.suffix(4).elementsEqual(Self.magic) else {
      throw .damaged("is no Parquet file: it doesn't end as one")
    }
    let count = tail.prefix(4).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard count <= UInt64(max(0, limits.footerBytes)) else {
      throw .tooLarge("the description at its end has more than \(limits.footerBytes) bytes")
    }
    guard count <= size - 4 - Self.tailBytes else {
      throw .damaged("the description at its end has no place in it")
    }
    dataEnd = size - Self.tailBytes - count
    if UInt64(end.count) < count + Self.tailBytes { end = try bytes.checkedRead(dataEnd..<size) }
    let description = try FileDescription(
      Array(end.dropLast(Int(Self.tailBytes)).suffix(Int(count))))
    if description.isEncrypted { throw .unsupported("it is encrypted") }
    columns = try SchemaTree.columns(description.elements)
    (rowGroups, rows) = try Self.groups(
      description, columns: columns.reduce(0) { $0 + $1.leaves.count }, limits)
    (notes, creator) = (description.notes, description.creator)
    (self.bytes, self.limits) = (bytes, limits)
  }

  private static func groups(
    _ description: FileDescription, columns: Int, _ limits: ParquetLimits
  ) throws(ParquetFault) -> ([ParquetRowGroup], Int) {
    var groups: [ParquetRowGroup] = []
    var rows = 0
    for stored in description.groups {
      guard stored.chunks.count == columns else { throw .damaged("a group of rows lacks columns") }
      guard let count = stored.rows else { throw .damaged("a group of rows has no number of rows") }
      guard count <= UInt64(max(0, limits.rows - rows)) else {
        throw .tooLarge("it has more than \(limits.rows) rows")
      }
      let bytes = stored.chunks.reduce(UInt64(0)) { sum, chunk in
        let (sum, isOver) = sum.addingReportingOverflow(chunk.bytes ?? 0)
        return isOver ? .max : sum
      }
      groups.append(ParquetRowGroup(firstRow: rows, rows: Int(count), bytes: bytes, chunks: stored.chunks))
      rows += Int(count)
    }
    guard UInt64(rows) == description.rows else {
      throw .damaged("its groups have \(rows) rows, and its description names another number")
    }
    return (groups, rows)
  }

  /// The column with this name; nil if there is none. `a.b` also names the column `b` in a structure `a`.
  package func column(_ name: String) -> ParquetColumn? {
    if let column = columns.first(where: { $0.name == name }) { return column }
    guard let point = name.firstIndex(of: "."),
      let outer = columns.first(where: { $0.name == name[..<point] }), !outer.isRepeated
    else { return nil }
    return outer.member(String(name[name.index(after: point)...]))
  }
}
