import System
/// The files below a folder, chosen by the endings of their names.
package struct FilesBelow {
  /// The files' paths relative to the folder, in the order of their bytes.
  package private(set) var names: [[UInt8]] = []
  /// Folders that can't be read, and why.
  package private(set) var troubles: [(folder: [UInt8], fault: FolderFault)] = []

  /// Finds files whose names end in one of `endings`, in upper or lower case. As with wildcards, names with a
  /// leading dot and linked folders are left out.
  package init(_ folder: [UInt8], ending endings: [String], of base: BaseFolder) {
    var pending: [[UInt8]] = [[]]
    while let below = pending.popLast() {
      do throws(SystemError) {
        let listing = try FolderListing(folder.joined(with: below), of: base)
        while let (name, kind) = try listing.next() {
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
          case .other: if endings.contains(where: { Self.ends(name, $0) }) { names.append(path) }
          }
        }
      } catch {
        troubles.append((folder.joined(with: below), .system(error)))
      }
    }
    names.sort { $0.lexicographicallyPrecedes($1) }
  }

  private static func ends(_ name: [UInt8], _ ending: String) -> Bool {
    GlobName.literalKey(name[...]).reversed().starts(with: ending.utf8.reversed())
  }
}
