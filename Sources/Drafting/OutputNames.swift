import JobFile
import System

/// The parts of the outputs' paths beside the stem, by which no two paths are equal.
struct OutputNames {
  /// True if pictures lie in subfolders.
  let haveFolders: Bool
  /// The variable that tells pictures of one stem apart, behind a hyphen; empty if stems are enough.
  let distinction: String

  /// `pictures` is the pattern of the loose pictures. `hasArchives` tells if the job reads archives, and `tables` is its
  /// number of entries for Parquet files.
  init(_ contents: FolderContents, _ pictures: FilePattern?, hasArchives: Bool, tables: Int) {
    var names: [[UInt8]] = []
    func add(_ files: [[UInt8]], below folder: [UInt8]) {
      names += files.lazy.filter { $0.isBelow(folder) }.map {
        Array($0.dropFirst(folder.isEmpty ? 0 : folder.count + 1))
      }
    }
    for folder in contents.annotations { add(contents.pictures, below: folder.images) }
    if let pictures { add(contents.loose, below: pictures.folder) }
    if hasArchives { names += contents.archives.members ?? [] }
    let hasUnknown = hasArchives && contents.archives.members == nil
    haveFolders = hasUnknown || names.contains { $0.contains(.slash) }
    // The numbers of rows are the stems in Parquet files.
    let areRowsAlone = names.isEmpty && contents.tables.count == 1
    if hasUnknown || tables > 0 && !areRowsAlone {
      distinction = "-{hash8}"
    } else if Self.areDistinct(names.map(\.withoutExtension)) {
      distinction = ""
    } else {
      let withExtension = names.map {
        $0.withoutExtension + [UInt8(ascii: "-")] + $0.dropFirst($0.withoutExtension.count)
      }
      distinction = Self.areDistinct(withExtension) ? "-{ext}" : "-{hash8}"
    }
  }

  /// True if no two paths are equal, in upper or lower case.
  private static func areDistinct(_ names: [[UInt8]]) -> Bool {
    Set(names.map { $0.displayName.lowercased() }).count == names.count
  }
}
