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
  /// Throws if a column can't be read, or if an id can't be used.
  init(
    _ table: ParquetTable, _ columns: ArchiveSource.ParquetColumns, for exports: [ExportFormat]
  ) throws(ParquetFault) {
    let carried = exports.isEmpty ? [] : columns.carried(from: table.file, exports)
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
      others.append(row)
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
}

extension ArchiveSource.ParquetColumns {
  /// Why a file can't be used with these columns; nil if it can. The words follow the file's name.
  func misfit(in file: ParquetFile, _ exports: [ExportFormat]) -> String? {
    if let name = names.first(where: { file.column($0) == nil }) {
      return "has no column '\(name)': it has \(file.columns.map { "'\($0.name)'" }.joined(separator: ", "))"
    }
    do throws(ParquetFault) {
      _ = try ParquetPictureColumn(image, in: file)
      let named = (id.map { [$0] } ?? []) + (carry ?? [])
      if let bytes = try ParquetRows(file, columns: named).leftOut.first {
        return "has bytes in the column '\(bytes)', which can't be carried and are no ids"
      }
    } catch { return "can't be used: \(error.message)" }
    let own = Self.names(of: exports)
    return carry?.first(where: own.contains).map {
      "has the column '\($0)', which can't be carried: an export has a value of this name"
    }
  }

  /// The columns that exports take. Without a choice these are texts, numbers and truth values, except the ids, and
  /// columns with the name of a value that an export writes itself.
  func carried(from file: ParquetFile, _ exports: [ExportFormat]) -> [String] {
    if let carry { return carry.filter { $0 != id } }
    let own = Self.names(of: exports)
    return file.columns.filter { column in
      guard case .value = column.content, !column.isRepeated else { return false }
      return column.name != image && column.name != id && !own.contains(column.name)
        && (try? ParquetRows(file, columns: [column.name]))?.leftOut.isEmpty == true
    }.map(\.name)
  }

  private static func names(of exports: [ExportFormat]) -> Set<String> {
    exports.reduce(into: []) { $0.formUnion($1.ownColumns ?? []) }
  }
}
