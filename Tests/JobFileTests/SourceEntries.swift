import TestSupport

@testable import JobFile

/// An entry that is a glob, at `line`, column 5.
func entry(glob: String, optional: Bool = false, line: Int = 1) throws -> SourceEntry {
  SourceEntry(
    files: .glob(try GlobPattern(parsing: glob)), location: SourceLocation(line: line, column: 5), id: nil,
    exifOrientation: nil, isOptional: optional, shaping: Shaping())
}

/// An entry that is one file, at `line`, column 5; its id at column 9.
func entry(path: String, id: String? = nil, optional: Bool = false, line: Int = 1) -> SourceEntry {
  SourceEntry(
    files: .path(path), location: SourceLocation(line: line, column: 5),
    id: id.map { Located($0, at: SourceLocation(line: line, column: 9)) },
    exifOrientation: nil, isOptional: optional, shaping: Shaping())
}

/// What entries of a job in `folder` expand to.
func expand(
  _ entries: [SourceEntry], exclude: [String] = [], in folder: TemporaryDirectory, base: String? = nil,
  reserved: [String] = []
) throws -> SourceExpansion {
  let exclude = try exclude.map {
    Located(try GlobPattern(parsing: $0), at: SourceLocation(line: 99, column: 5))
  }
  return SourceExpansion(
    sources: entries, exclude: exclude, base: BaseFolder(base ?? folder.path), file: "job.yaml",
    reserved: reserved)
}

extension SourceExpansion {
  /// The display names of the items, in order.
  var names: [String] { items.map(\.displayName) }

  /// `LINE:COLUMN: MESSAGE` of each diagnostic.
  var messages: [String] {
    diagnostics.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0): \($0.message)" }
  }
}
