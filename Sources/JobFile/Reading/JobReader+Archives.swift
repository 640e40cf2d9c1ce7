import ImageModel
import System

/// Reads entries of `sources` that have the key `archive` or `parquet`.
extension JobReader {
  /// The members that are taken if the entry doesn't say which: those whose names end as names of pictures do.
  private static let usualMembers =
    "**/*.{" + SourceFormat.allCases.flatMap(\.extensions).joined(separator: ",") + "}"

  /// The keys that an entry of `sources` may have only together with `parquet`.
  static let parquetKeys = ["image"]

  /// An entry of `sources` with archives. `field` is the value of its key `archive`.
  mutating func archive(_ field: Field, _ fields: Fields) -> Located<SourceEntry.Files>? {
    let files = containers(field, hasRows: false)
    let members = members(fields["members"])
    let carry = items(fields["carry"], "a list of endings, as in [txt, cls]")?.compactMap { ending($0) }
    guard let files, let members else { return nil }
    return Located(
      .archive(ArchiveSource(files: files, content: .members(members, carry: carry))), at: field.node.location
    )
  }

  /// An entry of `sources` with Parquet files. `field` is the value of its key `parquet`.
  mutating func parquet(_ field: Field, _ fields: Fields) -> Located<SourceEntry.Files>? {
    let files = containers(field, hasRows: true)
    let image = text(fields["image"])
    let id = text(fields["id"])?.value
    let carry = items(fields["carry"], "a list of columns")?.compactMap { text($0)?.value }
    guard let files else { return nil }
    let columns = ArchiveSource.ParquetColumns(image: image?.value ?? "image", id: id, carry: carry)
    return Located(.archive(ArchiveSource(files: files, content: .rows(columns))), at: field.node.location)
  }

  /// The archives or Parquet files.
  private mutating func containers(_ field: Field, hasRows: Bool) -> ArchiveSource.Files? {
    if case .scalar(let text, _) = field.node.kind, Self.isURL(text) {
      return container(Located(text, at: field.node.location), field, hasRows)
    }
    switch glob(field) {
    case .glob(let pattern)?: return .pattern(pattern)
    case .objects(let pattern)?: return .objects(pattern)
    default: return nil
    }
  }

  /// The archive or Parquet file that a URL gives.
  private mutating func container(
    _ text: Located<String>, _ field: Field, _ hasRows: Bool
  ) -> ArchiveSource.Files? {
    guard let address = url(text) else { return nil }
    if ArchiveFormat(ofArchive: address.shown)?.hasRows == hasRows { return .url(address) }
    let formats = ArchiveFormat.allCases.filter { $0.hasRows == hasRows }
    report(field, "the path of the URL in \(field.subject) must end in \(formats.flatMap(\.endings).choices)")
    return nil
  }

  /// An ending of members, in lower case.
  private mutating func ending(_ field: Field) -> String? {
    value(field, "the end of a name without its first dot, as in txt", isText: true) { text in
      text.isEmpty || text.hasPrefix(".") || text.utf8.contains(.slash) ? nil : text.lowercased()
    }
  }

  private mutating func members(_ field: Field?) -> GlobPattern? {
    guard let field else { return try? GlobPattern(parsing: Self.usualMembers) }
    switch glob(field) {
    case .glob(let pattern)?:
      if !pattern.isAbsolute, !pattern.fixedFolders.contains([.dot, .dot]) { return pattern }
      report(field, "a pattern of members doesn't begin with '/', and holds no '..'")
    case .objects?: report(field, "'members' must be a pattern of names in the archive")
    default: break
    }
    return nil
  }
}
