import System

/// Tells which files the patterns in a job's `sources` give: a pattern of pictures or of archives matches the path, and
/// `exclude` doesn't take it out. The disk isn't read.
package struct SourceMatcher: Sendable {
  private let base: BaseFolder
  /// The patterns in the order of `sources`, normalised for the base folder.
  let globs: [(entry: Int, pattern: GlobPattern)]
  /// The globs with a wildcard.
  private let wild: [(entry: Int, pattern: GlobPattern)]
  /// The globs without wildcards: for each `GlobPath.literalKey`, the index in `sources` of the last glob
  /// that has this key. They are in a dictionary, because a job may list thousands of plain names.
  private let literals: [[UInt8]: Int]
  private let exclude: [GlobPattern]
  private let objects: ObjectMatcher
  private let members: MemberMatcher
  /// The indices in `sources` of entries with archives.
  let archiveEntries: Set<Int>

  package init(sources: [SourceEntry], exclude: [Located<GlobPattern>], base: BaseFolder) {
    self.base = base
    globs = sources.enumerated().compactMap { index, source in
      source.pattern.map { (index, base.normalized($0)) }
    }
    self.exclude = exclude.map { base.normalized($0.value) }
    objects = ObjectMatcher(sources)
    members = MemberMatcher(sources, exclude: [])
    archiveEntries = Set(sources.indices.filter { sources[$0].archive != nil })
    var literals: [[UInt8]: Int] = [:]
    wild = globs.filter { glob in
      let keys = glob.pattern.alternatives.compactMap(\.literalKey)
      guard keys.count == glob.pattern.alternatives.count else { return true }
      for key in keys { literals[key] = glob.entry }
      return false
    }
    self.literals = literals
  }

  /// The index in `sources` of the last glob that matches a file at `path`; nil if none does.
  ///
  /// `path` is absolute or relative to the base folder.
  package func entry(matching path: some Sequence<UInt8>) -> Int? {
    let path = base.normalized(path)
    let names = GlobPattern.names(of: path)
    let isAbsolute = path.first == .slash
    let found = wild.last { $0.pattern.matches(names: names, isAbsolute: isAbsolute) }?.entry
    guard let entry = [found, literalEntry(path)].compactMap({ $0 }).max() else { return nil }
    return isExcluded(path) ? nil : entry
  }

  /// The source at `path`, as the last glob that matches `path` gives it. If no glob matches, `{dir}` is
  /// empty, as it is for a source that the job names by its path.
  package func item(at path: String) -> SourceItem {
    let isURL = WebAddress.isURL(path)
    if let member = MemberPath(path) {
      let archive = isURL ? Array(member.archive.utf8) : base.normalized(member.archive.utf8)
      let entry = members.hits(member.member, among: archiveEntries.sorted())?.entries.last ?? 0
      return members.item(member.member, number: 0, of: archive, entry: entry)
    }
    if isURL {
      return objects.item(named: path)
        ?? SourceItem(path: Array(path.utf8), entry: 0, fixedLength: path.utf8.count)
    }
    let path = base.normalized(path.utf8)
    let entry = entry(matching: path)
    let fixedLength = globs.first { $0.entry == entry }?.pattern.fixedLength ?? path.count
    return SourceItem(path: path, entry: entry ?? 0, fixedLength: fixedLength)
  }

  private func literalEntry(_ path: [UInt8]) -> Int? {
    guard !literals.isEmpty else { return nil }
    let name = path.lastIndex(of: .slash).map { $0 + 1 } ?? 0
    return literals[path[..<name] + GlobName.literalKey(path[name...])]
  }

  /// True if `exclude` takes out a normalised path. A pattern that begins with `**` takes out files anywhere,
  /// also outside of the base folder.
  func isExcluded(_ path: [UInt8]) -> Bool {
    guard !exclude.isEmpty else { return false }
    let names = GlobPattern.names(of: path)
    let isAbsolute = path.first == .slash
    let below = names.drop { $0 == [.dot, .dot] }
    return exclude.contains { pattern in
      pattern.matches(names: names, isAbsolute: isAbsolute)
        || pattern.beginsAnywhere && pattern.matches(names: Array(below), isAbsolute: false)
    }
  }

  /// True when `exclude` takes out all files below a normalised folder.
  func excludesAll(below folder: [UInt8]) -> Bool {
    let below = GlobPattern.names(of: folder).drop { $0 == [.dot, .dot] }.joined(separator: [.slash])
    return exclude.contains { pattern in
      pattern.coversAll(below: folder) || pattern.beginsAnywhere && pattern.coversAll(below: Array(below))
    }
  }
}
