import Annotations
import ImageModel
import JSON
import JobFile
import Parquet
import System

/// The ids and the carried columns of the rows of a Parquet file.
struct ParquetRowList: Sendable {
  /// The ids; nil for a row without one.
  private(set) var ids: [String?] = []
  /// The values of the carried columns.
  private(set) var others: [[JSONValue.Member]] = []

  /// Reads the columns of the rows whose pictures `table` has. `exports` are those that take columns.
  ///
  /// Throws if there is no such column, if it can't be carried, or if an id can't be used.
  init(
    _ table: ParquetTable, _ columns: ArchiveSource.ParquetColumns, for exports: [ExportFormat]
  ) throws(ParquetFault) {
    let carried = exports.isEmpty ? [] : try Self.carried(table.file, columns, exports)
    let names = (columns.id.map { [$0] } ?? []) + carried
    guard !names.isEmpty else {
      ids = Array(repeating: nil, count: table.index.count)
      others = Array(repeating: [], count: table.index.count)
      return
    }
    var rows = try ParquetRows(table.file, columns: names)
    while others.count < table.index.count, var row = try rows.next() {
      let hasID = columns.id != nil && row.first?.key == columns.id
      ids.append(hasID ? try Self.id(row.removeFirst(), row: others.count) : nil)
      others.append(row.filter { !$0.value.isNested })
    }
  }

  private static func id(_ member: JSONValue.Member, row: Int) throws(ParquetFault) -> String? {
    if case .null = member.value { return nil }
    guard let id = member.value.name else {
      throw ParquetFault(.unsupported, "row \(row): '\(member.key)' is no text and no number")
    }
    if id.utf8.contains(UInt8(ascii: "/")) || id.utf8.contains(0) {
      throw ParquetFault(.unsupported, "row \(row): the id '\(id.shown)' has a '/' or a NUL character")
    }
    return id.isEmpty ? nil : id
  }

  /// The columns that exports take. Without a choice these are all that can be read, except the pictures, the ids, and
  /// columns with the name of a value that an export writes itself.
  private static func carried(
    _ file: ParquetFile, _ columns: ArchiveSource.ParquetColumns, _ exports: [ExportFormat]
  ) throws(ParquetFault) -> [String] {
    let own = exports.reduce(into: Set<String>()) { $0.formUnion($1.ownColumns ?? []) }
    if let carry = columns.carry {
      if let name = carry.first(where: own.contains) {
        throw ParquetFault(
          .unsupported, "the column '\(name)' can't be carried, because an export has a value of this name")
      }
      return carry.filter { $0 != columns.id }
    }
    return file.columns.map(\.name).filter { name in
      name != columns.image && name != columns.id && !own.contains(name)
        && (try? ParquetRows(file, columns: [name])) != nil
    }
  }
}
