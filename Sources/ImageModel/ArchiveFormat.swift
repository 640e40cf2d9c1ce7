/// The format of an archive whose members are sources.
package enum ArchiveFormat: String, Sendable, CaseIterable {
  case tar, zip

  /// The format by the end of an archive's name; nil for other ends.
  package init?(ofArchive name: String) {
    let name = name.lowercased()
    guard let format = Self.allCases.first(where: { name.hasSuffix(".\($0.rawValue)") }) else { return nil }
    self = format
  }
}
