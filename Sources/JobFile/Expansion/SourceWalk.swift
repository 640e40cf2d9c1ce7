import Glibc
import System

/// Finds the files that globs match. One walk serves all globs, and reads each folder once.
struct SourceWalk {
  /// One path of a glob. A glob with braces has one route for each alternative.
  private struct Route {
    let path: GlobPath
    let entry: Int
    let fixedLength: Int
  }

  /// The places in a route's path that the walk has reached in a folder.
  private struct State {
    let route: Int
    var places: UInt64
  }

  /// A folder still to be looked at.
  private struct Folder {
    /// The folder's normalised path, with `/` at its end; empty for the base folder.
    let path: [UInt8]
    /// The number of levels below the root of the walk.
    let depth: Int
    let states: [State]
  }

  /// The results for one glob.
  struct Tally {
    /// True if the glob matches a file.
    var isMatched = false
    /// True if the glob matches a file that `exclude` takes out.
    var isExcluded = false
    /// True if the glob may match further files, in a folder that can't be read.
    var isCut = false
  }

  private let base: BaseFolder
  private let matcher: SourceMatcher
  private let reserved: ReservedFiles
  private var routes: [Route] = []
  private var pending: [Folder] = []
  /// The files found and the folders that can't be entered, in no order.
  private(set) var items: [SourceItem] = []
  /// The archives found, in no order.
  private(set) var archives: [FoundArchive] = []
  /// The errno of each call that failed to read a folder.
  private(set) var failures: [SystemError] = []
  /// The results for each glob, by the index of its entry in `sources`.
  private(set) var tallies: [Int: Tally] = [:]

  /// Walks all of the matcher's globs.
  init(_ matcher: SourceMatcher, base: BaseFolder, reserved: ReservedFiles) {
    self.base = base
    self.matcher = matcher
    self.reserved = reserved
    for glob in matcher.globs {
      tallies[glob.entry] = Tally()
      routes += glob.pattern.alternatives.map {
        Route(path: $0, entry: glob.entry, fixedLength: glob.pattern.fixedLength)
      }
    }
    push(root: [], isAbsolute: false)
    push(root: [.slash], isAbsolute: true)
    while let folder = pending.popLast() { visit(folder) }
  }

  private mutating func push(root: [UInt8], isAbsolute: Bool) {
    let states = routes.indices.filter { routes[$0].path.isAbsolute == isAbsolute }
      .map { State(route: $0, places: routes[$0].path.start) }
    if !states.isEmpty { pending.append(Folder(path: root, depth: 0, states: states)) }
  }
}

extension SourceWalk {
  /// The files and folders that all routes look for in one folder.
  private struct Wishes {
    /// The folders that routes look for by name, with the states inside each folder.
    var folders: [[UInt8]: [State]] = [:]
    /// The routes that look for a file by name, under the `GlobName.literalKey` of the name.
    var files: [[UInt8]: [Int]] = [:]
    /// The states that look for folders by a wildcard.
    var anyFolders: [State] = []
    /// The routes that look for files by a wildcard.
    var anyFiles: [(route: Int, name: GlobName)] = []
    /// True if the folder must be listed; false if routes look for exact names only.
    var needsListing = false

    mutating func add(_ file: GlobName, route: Int) {
      if let literal = file.literal {
        files[GlobName.literalKey(literal[...]), default: []].append(route)
        needsListing = needsListing || file.foldsLetters
      } else {
        anyFiles.append((route, file))
      }
    }
  }

  private mutating func visit(_ folder: Folder) {
    var wishes = wishes(of: folder.states)
    if wishes.needsListing {
      do throws(SystemError) { try list(folder, &wishes) } catch {
        if !error.isMissing { report(.system(error), folder.path, folder.states) }
      }
    } else {
      for (name, hits) in wishes.files where isFile(folder.path + name) {
        take(name, in: folder, hits: hits)
      }
    }
    for (name, states) in wishes.folders { push(name, in: folder, states) }
  }

  private func wishes(of states: [State]) -> Wishes {
    var wishes = Wishes()
    for state in states {
      let path = routes[state.route].path
      var literal = state.places & path.literalFolders
      while literal != 0 {
        let index = literal.trailingZeroBitCount
        literal &= literal - 1
        guard let name = path.literalFolder(at: index) else { continue }
        wishes.folders[name, default: []].append(State(route: state.route, places: path.places(after: index)))
      }
      if path.hasWildFolder(at: state.places) { wishes.anyFolders.append(state) }
      if let file = path.fileName(at: state.places) { wishes.add(file, route: state.route) }
    }
    wishes.needsListing = wishes.needsListing || !wishes.anyFolders.isEmpty || !wishes.anyFiles.isEmpty
    return wishes
  }

  private mutating func list(_ folder: Folder, _ wishes: inout Wishes) throws(SystemError) {
    let listing = try FolderListing(folder.path.isEmpty ? [.dot] : folder.path, of: base)
    while let (name, kind) = try listing.next() {
      switch kind {
      case .other: take(name, in: folder, hits: hits(name, wishes))
      case .folder, .linkedFolder:
        let wild = wishes.anyFolders.compactMap { state -> State? in
          let places = routes[state.route].path.advance(
            state.places, into: name[...], isLinked: kind == .linkedFolder)
          return places == 0 ? nil : State(route: state.route, places: places)
        }
        push(name, in: folder, wild + (wishes.folders.removeValue(forKey: name) ?? []))
      }
    }
  }

  private mutating func push(_ name: [UInt8], in folder: Folder, _ states: [State]) {
    guard !states.isEmpty, !reserved.contains(folder: folder.path + name, named: name) else { return }
    let path = folder.path + name + [.slash]
    guard folder.depth < FixedLimits.JobFile.folderDepth else {
      return report(.tooDeep, path, states)
    }
    pending.append(Folder(path: path, depth: folder.depth + 1, states: merged(states)))
  }

  /// Merges the states of each route into one. Otherwise nested `**` would double the number of states with
  /// every folder.
  private func merged(_ states: [State]) -> [State] {
    var result: [State] = []
    for state in states.sorted(by: { $0.route < $1.route }) {
      if let last = result.last, last.route == state.route {
        result[result.count - 1].places |= state.places
      } else {
        result.append(state)
      }
    }
    return result
  }
}

extension SourceWalk {
  private func hits(_ name: [UInt8], _ wishes: Wishes) -> [Int] {
    let wild = wishes.anyFiles.lazy.filter { $0.name.matches(name[...]) }.map(\.route)
    if wishes.files.isEmpty { return Array(wild) }
    return wild + (wishes.files[GlobName.literalKey(name[...])] ?? [])
  }

  /// Adds an item for a file that globs match. The item belongs to the last entry that matches the file, and
  /// to that entry's first matching alternative.
  private mutating func take(_ name: [UInt8], in folder: Folder, hits: [Int]) {
    guard !hits.isEmpty else { return }
    let path = folder.path + name
    guard !reserved.contains(path, named: name[...]) else { return }
    let isExcluded = matcher.isExcluded(path)
    var best = hits[0]
    for route in hits {
      let (entry, bestEntry) = (routes[route].entry, routes[best].entry)
      if entry > bestEntry || entry == bestEntry && route < best { best = route }
      if isExcluded {
        tallies[entry]?.isExcluded = true
      } else {
        tallies[entry]?.isMatched = true
      }
    }
    guard !isExcluded else { return }
    let entry = routes[best].entry
    if matcher.archiveEntries.contains(entry) {
      let entries = Set(hits.map { routes[$0].entry }).intersection(matcher.archiveEntries)
      archives.append(FoundArchive(path: path, entries: entries.sorted()))
    } else {
      items.append(SourceItem(path: path, entry: entry, fixedLength: routes[best].fixedLength))
    }
  }

  /// True for anything but a folder; a dangling link counts as a file.
  private func isFile(_ path: [UInt8]) -> Bool {
    base.withFileSystemPath(of: path) { path in
      let status = FileStatus(at: path) ?? FileStatus(at: path, followingLinks: false)
      return status?.isFolder == false
    }
  }

  /// Reports a folder that can't be entered, as an item of the first entry that needs it.
  private mutating func report(_ fault: FolderFault, _ folder: [UInt8], _ states: [State]) {
    let path = base.normalized(folder)
    guard !matcher.isExcluded(path), !matcher.excludesAll(below: path) else { return }
    let entries = states.map { routes[$0.route].entry }
    for entry in entries { tallies[entry]?.isCut = true }
    items.append(
      SourceItem(path: path, entry: entries.min() ?? 0, fixedLength: path.count, part: .folder(fault)))
    if case .system(let error) = fault { failures.append(error) }
  }
}
