/// The format of a file in which sources lie.
package enum ArchiveFormat: String, Sendable, CaseIterable {
  case tar, zip, parquet

  /// The format by the end of a file's name; nil for other ends.
  package init?(ofArchive name: String) {
    let name = name.lowercased()
    guard let format = Self.allCases.first(where: { name.hasSuffix(".\($0.rawValue)") }) else { return nil }
    self = format
  }

  /// True if the sources are rows, and not members with names.
  package var hasRows: Bool { self == .parquet }
}
