extension [UInt8] {
  /// The path without its last name: `/` for a name directly below the root, empty for a name alone.
  package var folder: [UInt8] { lastIndex(of: .slash).map { Array(self[..<Swift.max($0, 1)]) } ?? [] }

  /// A path's last name.
  package var lastName: [UInt8] { Array(self[((lastIndex(of: .slash) ?? -1) + 1)...]) }

  /// The path without its last extension.
  package var withoutExtension: [UInt8] {
    guard let dot = lastIndex(of: .dot), dot > count - lastName.count else { return self }
    return Array(self[..<dot])
  }

  /// This path; empty if it is `.`, the folder that relative paths start from.
  package var withoutDot: [UInt8] { self == [.dot] ? [] : self }

  /// True if the path lies below a folder; every relative path lies below the empty one.
  package func isBelow(_ folder: [UInt8]) -> Bool { folder.isEmpty || starts(with: folder + [.slash]) }

  /// The path of a file in this folder; an empty name gives the folder's path.
  package func joined(with name: some Collection<UInt8>) -> [UInt8] {
    isEmpty || name.isEmpty || last == .slash ? self + name : self + [.slash] + name
  }

  /// The path as text; each byte that isn't UTF-8 as `%` and two hex digits.
  package var displayName: String { UTF8Unit.display(self[...]) }
}
