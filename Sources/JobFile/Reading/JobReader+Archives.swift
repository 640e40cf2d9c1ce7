import ImageModel
import System

/// Reads entries of `sources` that have the key `archive`.
extension JobReader {
  /// The members that are taken if the entry doesn't say which: those whose names end as names of pictures do.
  private static let usualMembers =
    "**/*.{" + SourceFormat.allCases.flatMap(\.extensions).joined(separator: ",") + "}"

  /// An entry of `sources` with archives. `field` is the value of its key `archive`.
  mutating func archive(_ field: Field, _ fields: Fields) -> Located<SourceEntry.Files>? {
    let archives = archives(field)
    let members = members(fields["members"])
    guard let archives, let members else { return nil }
    return Located(.archive(ArchiveSource(archives: archives, members: members)), at: field.node.location)
  }

  private mutating func archives(_ field: Field) -> GlobPattern? {
    if case .scalar(let text, _) = field.node.kind, Self.isURL(text) {
      report(field, "'archive' must be a pattern of files: an archive can't be a URL yet")
      return nil
    }
    switch glob(field) {
    case .glob(let pattern)?: return pattern
    case .objects?:
      report(field, "'archive' must be a pattern of files: an archive can't lie in a bucket yet")
    default: break
    }
    return nil
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
