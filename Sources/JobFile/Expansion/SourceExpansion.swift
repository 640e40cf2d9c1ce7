import Glibc
import System

/// The sources of a job, found on disk.
package struct SourceExpansion: Sendable {
  /// All items, sorted by the bytes of their paths. A file has several items only if `path` entries give it
  /// several ids.
  ///
  /// No file was opened, so a file of a `path` entry may be missing. Folders that can't be entered are items
  /// too.
  package private(set) var items: [SourceItem] = []
  /// The archives and Parquet files, sorted by the bytes of their paths.
  package private(set) var archives: [FoundArchive] = []
  /// The reasons to refuse a plan, in the order of the job file. These are patterns without a match, files
  /// named twice, and job files, locks and manifests as sources.
  ///
  /// If there are more than 101, the list holds the first 100 and one diagnostic with the number of the
  /// others.
  package private(set) var diagnostics: [Diagnostic] = []
  /// The errno of each call that failed to read a folder. Each such folder is an item too.
  package private(set) var failures: [SystemError] = []
  /// Tells which entry's glob, if any, would take a given path.
  package let matcher: SourceMatcher

  /// The most diagnostics that are reported.
  private static let most = 100

  private let sources: [SourceEntry]
  private let base: BaseFolder
  private let file: String

  /// Walks the folders of the patterns, and adds the files of `path` entries and the items of entries with
  /// annotations.
  ///
  /// - Parameters:
  ///   - annotated: the items of entries with annotations.
  ///   - listed: the items of entries with lists of URLs.
  ///   - objects: the items of patterns of objects.
  ///   - archives: the archives of patterns of objects.
  ///   - file: the job file as the user named it, for diagnostics.
  ///   - reserved: job files, locks and manifests as the process opens them. They are never sources, nor is
  ///     any `*.manifest.jsonl`, any `*.lock.jsonl`, any `*.splits.jsonl` or any file in an `.upright` folder.
  ///   - reservedFolders: other folders for the state of runs, as the process opens them.
  package init(
    sources: [SourceEntry], exclude: [Located<GlobPattern>], base: BaseFolder, file: String,
    reserved: [String], reservedFolders: [String] = [], annotated: [SourceItem] = [],
    listed: [SourceItem] = [], objects: [SourceItem] = [], archives objectArchives: [FoundArchive] = []
  ) {
    self.sources = sources
    self.base = base
    self.file = file
    matcher = SourceMatcher(sources: sources, exclude: exclude, base: base)
    let reserved = ReservedFiles(reserved, folders: reservedFolders, base: base)
    let walk = SourceWalk(matcher, base: base, reserved: reserved)
    var named = addNamedFiles(reserved)
    named.merge(addURLs()) { files, _ in files }
    items += annotated + listed
    for item in annotated where item.part.isPicture { named[item.path, default: []].append(item.entry) }
    items += (walk.items + objects).lazy.filter { named[$0.path] == nil }
    archives = (walk.archives + objectArchives + urlArchives())
      .sorted { $0.path.lexicographicallyPrecedes($1.path) }
    items.sort(by: SourceItem.isOrdered)
    reportUnmatched(walk.tallies)
    failures = walk.failures
    reportNamedTwice(named)
    diagnostics.sort { Self.order($0) < Self.order($1) }
    countTheRest()
  }

  /// Adds members of the archives.
  package mutating func add(_ members: [SourceItem]) {
    if members.isEmpty { return }
    items += members
    items.sort(by: SourceItem.isOrdered)
  }

  private static func order(_ diagnostic: Diagnostic) -> (Int, Int, String) {
    (diagnostic.location?.line ?? 0, diagnostic.location?.column ?? 0, diagnostic.message)
  }

  /// Replaces the diagnostics after the first ``most`` by one diagnostic with their number. A single
  /// diagnostic isn't replaced, because the number would take a line too.
  private mutating func countTheRest() {
    let rest = diagnostics.count - Self.most
    guard rest > 1 else { return }
    diagnostics.removeLast(rest)
    diagnostics.append(Diagnostic(file: file, at: nil, "\(rest) more errors are not shown"))
  }

  private mutating func report(at location: SourceLocation, _ message: String) {
    diagnostics.append(Diagnostic(file: file, at: location, message))
  }
}

extension SourceExpansion {
  /// Adds the items of `path` entries. Returns the indices of the entries for each path.
  private mutating func addNamedFiles(_ reserved: ReservedFiles) -> [[UInt8]: [Int]] {
    var named: [[UInt8]: [Int]] = [:]
    for (index, source) in sources.enumerated() {
      guard case .path(let text) = source.files else { continue }
      guard !text.utf8.contains(0) else {
        report(at: source.location, "a path can't hold a NUL character")
        continue
      }
      let path = base.normalized(text.utf8)
      guard !reserved.contains(path) else {
        report(
          at: source.location, "'\(text)' is a job file, a lock, a manifest or state of a run, never a source"
        )
        continue
      }
      let isThere = exists(path)
      guard !source.isOptional || isThere else { continue }
      if !isThere, let mistake = Self.mistake(in: text) {
        report(at: source.location, "'\(text)' \(mistake)")
        continue
      }
      named[path, default: []].append(index)
      items.append(SourceItem(path: path, entry: index, fixedLength: path.count))
    }
    return named
  }

  /// Adds the items of URLs. Returns the indices of the entries for each URL.
  private mutating func addURLs() -> [[UInt8]: [Int]] {
    var named: [[UInt8]: [Int]] = [:]
    for (index, source) in sources.enumerated() {
      guard case .url(let address) = source.files else { continue }
      let name = Array(address.shown.utf8)
      if let first = named[name]?.first.map({ sources[$0] }), first.files != source.files {
        reportSecrets(of: address, at: source, besides: first)
        continue
      }
      named[name, default: []].append(index)
      items.append(SourceItem(path: name, entry: index, fixedLength: name.count))
    }
    return named
  }

  /// The archives that URLs give.
  private mutating func urlArchives() -> [FoundArchive] {
    var named: [[UInt8]: [Int]] = [:]
    for (index, source) in sources.enumerated() {
      guard let address = source.archive?.address else { continue }
      let name = Array(address.shown.utf8)
      if let first = named[name]?.first.map({ sources[$0] }), first.archive?.address != address {
        reportSecrets(of: address, at: source, besides: first)
        continue
      }
      named[name, default: []].append(index)
    }
    return named.map { FoundArchive(path: $0.key, entries: $0.value) }
  }

  private mutating func reportSecrets(
    of address: WebAddress, at source: SourceEntry, besides first: SourceEntry
  ) {
    report(
      at: source.location,
      "'\(address.shown)' differs from the URL in line \(first.location.line) only in secret parameters: "
        + "write two jobs")
  }

  /// The mistake in a path or pattern that is a URL of another kind, begins with `~`, or contains a backslash. Nil for
  /// any other text.
  private static func mistake(in text: String) -> String? {
    if text.contains("://") {
      return "is a URL of another kind than http://, https:// and s3://: fetch it first"
    }
    if text.hasPrefix("~") {
      return "begins with '~', which no shell has replaced: write the home folder's path"
    }
    return text.contains("\\") ? "matches no file: between folders write '/' in place of '\\'" : nil
  }

  private func isFolder(_ path: [UInt8]) -> Bool {
    base.withFileSystemPath(of: path) { FileStatus(at: $0)?.isFolder == true }
  }

  private func exists(_ path: [UInt8]) -> Bool {
    base.withFileSystemPath(of: path) { path in
      FileStatus(at: path, followingLinks: false) != nil || errno != ENOENT && errno != ENOTDIR
    }
  }
}

extension SourceExpansion {
  private mutating func reportUnmatched(_ tallies: [Int: SourceWalk.Tally]) {
    for (entry, pattern) in matcher.globs {
      guard let tally = tallies[entry], !tally.isMatched, !tally.isCut, !sources[entry].isOptional
      else { continue }
      report(at: sources[entry].location, unmatched(pattern, sources[entry].archive?.key ?? "glob", tally))
    }
  }

  private func unmatched(_ pattern: GlobPattern, _ key: String, _ tally: SourceWalk.Tally) -> String {
    if let mistake = Self.mistake(in: pattern.text) { return "'\(pattern.text)' \(mistake)" }
    if pattern.isPlain, isFolder(base.normalized(pattern.text.utf8)) {
      let (example, all) =
        switch key {
        case "archive": ("*.tar", "**/*.tar")
        case "parquet": ("*.parquet", "**/*.parquet")
        default: ("*.jpg", "**")
        }
      return "'\(pattern.text)' is a folder: write '\(pattern.text)/\(example)' for files in it, "
        + "or '\(pattern.text)/\(all)' for all below it"
    }
    let advice = "; where that may be, write - {\(key): \(pattern.text.quoted), optional: true}"
    if tally.isExcluded { return "'\(pattern.text)' matches only files that 'exclude' takes out" + advice }
    if !pattern.fixedPart.isEmpty, !exists(Array(pattern.fixedPart.utf8)) {
      return "'\(pattern.text)' matches no file: there is no folder '\(pattern.fixedPart)'" + advice
    }
    return "'\(pattern.text)' matches no file" + advice
  }

  private mutating func reportNamedTwice(_ named: [[UInt8]: [Int]]) {
    for (path, entries) in named where entries.contains(where: { sources[$0].id == nil }) {
      guard let first = entries.first else { continue }
      for entry in entries.dropFirst() {
        let line = sources[first].location.line
        let (name, advice) =
          switch sources[entry].files {
          case .path(let text): (text, "give each of its entries an 'id' of its own")
          case .url(let address): (address.shown, "give each of its entries an 'id' of its own")
          case .glob, .objects, .list, .annotations, .archive:
            (path.displayName, "name a picture in one entry only, or write two jobs")
          }
        report(at: sources[entry].location, "'\(name)' is named in line \(line) already; \(advice)")
      }
    }
  }
}
