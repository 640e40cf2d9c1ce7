import System

/// The format of a file in which sources lie.
package enum ArchiveFormat: Sendable, CaseIterable {
  case tar, gzippedTar, bzippedTar, xzTar, zstdTar
  case zip, sevenZip, rar
  case parquet

  /// The ends of names, in lower case.
  package var endings: [String] {
    switch self {
    case .tar: [".tar"]
    case .gzippedTar: [".tar.gz", ".tgz"]
    case .bzippedTar: [".tar.bz2", ".tbz2", ".tbz"]
    case .xzTar: [".tar.xz", ".txz"]
    case .zstdTar: [".tar.zst"]
    case .zip: [".zip"]
    case .sevenZip: [".7z"]
    case .rar: [".rar"]
    case .parquet: [".parquet"]
    }
  }

  /// The format by the end of a file's name, in any case; nil for other ends. Of an `http` or `https` URL, the end of
  /// its path counts.
  package init?(ofArchive name: String) {
    let hasQuery = WebAddress.isURL(name) && !WebAddress.isObject(name)
    let name = (hasQuery ? String(name.prefix { $0 != "?" }) : name).lowercased()
    guard let format = Self.allCases.first(where: { $0.endings.contains(where: name.hasSuffix) }) else {
      return nil
    }
    self = format
  }

  /// True if the file has a directory, which tells its members without unpacking.
  package var hasDirectory: Bool { self == .zip || self == .sevenZip }

  /// True if the sources are rows, and not members with names.
  package var hasRows: Bool { self == .parquet }
}
