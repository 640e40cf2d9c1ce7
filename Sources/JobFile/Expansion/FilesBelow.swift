import System
/// The files below a folder, chosen by the endings of their names.
package struct FilesBelow {
  /// The files' paths relative to the folder, in the order of their bytes.
  package private(set) var names: [[UInt8]] = []
  /// Folders that can't be read, and why.
  package private(set) var troubles: [(folder: [UInt8], fault: FolderFault)] = []
  /// The folders below that hold the state of runs, so jobs write their outputs into them; relative to the folder, in
  /// the order of their bytes.
  package private(set) var outputRoots: [[UInt8]] = []

  /// Finds files whose names end in one of `endings`, in upper or lower case. As with wildcards, names with a
  /// leading dot and linked folders are left out.
  package init(_ folder: [UInt8], ending endings: [String], of base: BaseFolder) {
    var pending: [[UInt8]] = [[]]
    while let below = pending.popLast() {
      do throws(SystemError) {
        let listing = try FolderListing(folder.joined(with: below), of: base)
        while let (name, kind) = try listing.next() {
          if name == ReservedFiles.stateFolder, kind == .folder, !below.isEmpty { outputRoots.append(below) }
          if name.first == .dot { continue }
          let path = below.joined(with: name)
          switch kind {
          case .folder:
            if path.count(where: { $0 == .slash }) < FixedLimits.JobFile.folderDepth {
              pending.append(path)
            } else {
              troubles.append((folder.joined(with: path), .tooDeep))
            }
          case .linkedFolder: break
          case .other:
            let key = GlobName.literalKey(name[...])
            if endings.contains(where: { key.hasSuffix($0) }) { names.append(path) }
          }
        }
      } catch {
        troubles.append((folder.joined(with: below), .system(error)))
      }
    }
    names.sort { $0.lexicographicallyPrecedes($1) }
    outputRoots.sort { $0.lexicographicallyPrecedes($1) }
  }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ ending: String) -> Bool {
    count >= ending.utf8.count && self[(count - ending.utf8.count)...].elementsEqual(ending.utf8)
  }
}
