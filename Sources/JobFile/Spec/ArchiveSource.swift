/// An entry of `sources` with archives or Parquet files, in which the sources lie.
package struct ArchiveSource: Hashable, Sendable {
  /// What is taken from each file.
  package enum Content: Hashable, Sendable {
    /// The members of an archive whose names match a pattern.
    case members(GlobPattern)
    /// The pictures in the rows of a Parquet file.
    case rows(ParquetColumns)
  }

  /// The columns of a Parquet file that the entry names.
  package struct ParquetColumns: Hashable, Sendable {
    /// The column with the pictures.
    package var image: String
    /// The column with the ids; nil if the rows have none.
    package var id: String?
    /// The columns for exports; nil for all.
    package var carry: [String]?

    /// All columns that the entry names.
    package var names: [String] { [image] + (id.map { [$0] } ?? []) + (carry ?? []) }
  }

  /// The pattern of the files.
  package var files: GlobPattern
  package var content: Content

  /// The pattern of members; nil for Parquet files.
  package var members: GlobPattern? { if case .members(let pattern) = content { pattern } else { nil } }

  /// The columns of Parquet files; nil for archives.
  package var columns: ParquetColumns? { if case .rows(let columns) = content { columns } else { nil } }

  /// The key of the job file that names the files.
  package var key: String { members == nil ? "parquet" : "archive" }
}
