import System

/// An entry of `sources` with archives or Parquet files, in which the sources lie.
package struct ArchiveSource: Hashable, Sendable {
  /// The archives or Parquet files.
  package enum Files: Hashable, Sendable {
    /// Every file on this machine that a pattern matches.
    case pattern(GlobPattern)
    /// Every object in a bucket that a pattern matches.
    case objects(ObjectPattern)
    /// The file that a URL gives.
    case url(WebAddress)

    /// The files as the job file names them, without the secrets of a URL.
    package var text: String {
      switch self {
      case .pattern(let pattern): pattern.text
      case .objects(let pattern): pattern.text
      case .url(let address): address.shown
      }
    }
  }

  /// What is taken from each file.
  package enum Content: Hashable, Sendable {
    /// The members of an archive whose names match a pattern. Exports carry the other members of their samples that have
    /// these endings, in lower case; nil stands for all endings.
    case members(GlobPattern, carry: [String]?)
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

  package var files: Files
  package var content: Content

  /// The pattern of members; nil for Parquet files.
  package var members: GlobPattern? { if case .members(let pattern, _) = content { pattern } else { nil } }

  /// True if exports carry members with this ending beside those that are sources.
  package func carries(_ ending: String) -> Bool {
    guard case .members(_, let carry) = content else { return false }
    return carry?.contains(ending.lowercased()) != false
  }

  /// True if exports have something to say about the sources besides their pictures.
  package var hasOthers: Bool {
    switch content {
    case .members(_, let carry): carry?.isEmpty != true
    case .rows: true
    }
  }

  /// The columns of Parquet files; nil for archives.
  package var columns: ParquetColumns? { if case .rows(let columns) = content { columns } else { nil } }

  /// The pattern of files on this machine; nil if the entry names none.
  package var pattern: GlobPattern? { if case .pattern(let pattern) = files { pattern } else { nil } }

  /// The pattern of objects; nil if the entry names none.
  package var objects: ObjectPattern? { if case .objects(let pattern) = files { pattern } else { nil } }

  /// The URL of the file; nil if the entry names none.
  package var address: WebAddress? { if case .url(let address) = files { address } else { nil } }

  /// The key of the job file that names the files.
  package var key: String { members == nil ? "parquet" : "archive" }
}
