import Glibc

/// The folder that a job file's relative paths start from.
package struct BaseFolder: Hashable, Sendable {
  /// The path by which the process opens this folder; never empty.
  package let path: String
  /// The absolute paths known for this folder, each as the names of the folders from `/` on.
  private let absoluteForms: [[[UInt8]]]

  /// Takes a folder, absolute or relative to the working directory; an empty path is the working directory.
  ///
  /// An absolute path names this folder in two spellings: as given, and with links resolved. A folder that
  /// doesn't exist has only the given spelling.
  package init(_ path: String) {
    self.path = path.isEmpty ? "." : path
    var forms: [[[UInt8]]] = []
    for absolute in [Array(path.utf8), Self.realPath(self.path)] where absolute.first == .slash {
      let names = GlobPattern.names(of: absolute).map(Array.init)
      if !names.isEmpty, !forms.contains(names) { forms.append(names) }
    }
    absoluteForms = forms
  }

  private static func realPath(_ path: String) -> [UInt8] {
    guard let resolved = realpath(path, nil) else { return [] }
    defer { free(resolved) }
    return Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }
}

extension BaseFolder {
  /// The spelling of a path in sources, manifests and comparisons.
  ///
  /// An absolute path below this folder becomes relative to the folder; other absolute paths stay absolute.
  /// `.` and empty segments are removed. `..` stays, since the folder before it may be a link. This folder
  /// itself is `.`.
  package func normalized(_ path: some Sequence<UInt8>) -> [UInt8] {
    let path = Array(path)
    var names = GlobPattern.names(of: path)[...]
    var isAbsolute = path.first == .slash
    if isAbsolute, let own = absoluteForms.first(where: { names.starts(with: $0, by: { $0 == $1[...] }) }) {
      names = names.dropFirst(own.count)
      isAbsolute = false
    }
    if names.isEmpty { return isAbsolute ? [.slash] : [.dot] }
    var result: [UInt8] = []
    result.reserveCapacity(path.count)
    for name in names {
      if isAbsolute || !result.isEmpty { result.append(.slash) }
      result += name
    }
    return result
  }

  /// The pattern relative to this folder, if the pattern's fixed part begins with the folder. Otherwise the
  /// pattern itself.
  func normalized(_ pattern: GlobPattern) -> GlobPattern {
    absoluteForms.lazy.compactMap { pattern.relative(to: $0) }.first ?? pattern
  }

  /// Calls `body` with a path that ends in NUL. The process can open the file by this path. `path` is the
  /// file's normalised path.
  package func withFileSystemPath<Result>(
    of path: [UInt8], _ body: (UnsafePointer<CChar>) throws -> Result
  ) rethrows -> Result {
    let full = path.first == .slash ? path : Array(self.path.utf8) + [.slash] + path
    return try body(full.map { CChar(bitPattern: $0) } + [0])
  }
}
