import Annotations
import Archives
import Audit
import ImageModel
import JobFile
import Parquet
import Survey
import System

/// The parts of a folder that a job can take as sources. It is found by names of files, and by a look into annotation
/// files, archives and Parquet files.
package struct FolderContents: Sendable {
  /// All pictures that are files, known by their extensions, in the order of their bytes.
  package private(set) var pictures: [[UInt8]] = []
  /// The annotations of pictures, without those whose pictures have others already.
  package private(set) var annotations: [AnnotatedFolder] = []
  /// The pictures that lie in no folder of ``annotations``.
  package private(set) var loose: [[UInt8]] = []
  /// True if at least half of ``loose`` have a text file of their name beside them.
  package private(set) var hasCaptions = false
  /// The archives that hold pictures, or may hold some.
  package private(set) var archives = FoundArchives()
  /// The Parquet files with a column of pictures.
  package private(set) var tables: [PictureTable] = []
  /// True if other Parquet files have no such column, or another one.
  package private(set) var hasOtherTables = false
  /// The folders to which other jobs write.
  package let outputRoots: [[UInt8]]
  /// The folders that can't be read; the folder itself is empty.
  package let troubles: [(folder: [UInt8], fault: FolderFault)]

  /// A Parquet file, and the name of its column of pictures.
  package typealias PictureTable = (path: [UInt8], column: String)

  /// So many files of annotations for one picture each are read in each folder.
  private static let mostAlike = 100
  /// So many Parquet files are looked into; others are taken to be like the first.
  private static let mostTables = 64

  /// The endings of pictures' names. A maker's own raw file is no picture here, since each of them fails.
  static let pictureEndings = SourceFormat.allCases
    .flatMap { $0 == .raw ? ["dng"] : $0.extensions }.map { "." + $0 }
  private static let captionEnding = ".txt"
  private static let archiveEndings = ArchiveFormat.allCases.flatMap(\.endings)
  /// The name of the column of pictures in most data sets.
  private static let usualColumn = "image"

  /// Looks at the folder `base`. `store` opens files relative to this folder.
  package init(of base: BaseFolder, _ store: SourceStore) {
    let listing = FilesBelow(
      [], ending: Self.pictureEndings + [Self.captionEnding] + Self.archiveEndings, of: base)
    let (archiveEndings, captionEnding) = (
      Self.archiveEndings.map { Array($0.utf8) }, Array(Self.captionEnding.utf8)
    )
    (outputRoots, troubles) = (listing.outputRoots, listing.troubles)
    var texts: [[UInt8]] = []
    var files: [(path: [UInt8], format: ArchiveFormat)] = []
    for name in listing.names where !outputRoots.contains(where: name.isBelow) {
      if archiveEndings.contains(where: name.hasEnding) {
        if let format = ArchiveFormat(ofArchive: name.displayName) { files.append((name, format)) }
      } else if name.hasEnding(captionEnding) {
        texts.append(name)
      } else {
        pictures.append(name)
      }
    }
    findAnnotations(FoundAnnotations(below: base, without: outputRoots, most: Self.mostAlike))
    loose = pictures.filter { picture in !annotations.contains { picture.isBelow($0.images) } }
    let stems = Set(texts.map(\.withoutExtension))
    let described = loose.count { stems.contains($0.withoutExtension) }
    hasCaptions = described > 0 && 2 * described >= loose.count
    archives = FoundArchives(files.filter { !$0.format.hasRows }, base, store)
    findTables(files.filter(\.format.hasRows).map(\.path), store)
  }

  /// True if there is nothing that a job could take.
  package var isEmpty: Bool { pictures.isEmpty && archives.paths.isEmpty && tables.isEmpty }

  private mutating func findTables(_ files: [[UInt8]], _ store: SourceStore) {
    for path in files.prefix(Self.mostTables) {
      // A pattern can name a path only if it is text.
      guard String(validating: path, as: UTF8.self) != nil else { continue }
      if let column = Self.column(of: path, store) { tables.append((path, column)) }
    }
    hasOtherTables = tables.count < min(files.count, Self.mostTables) || Set(tables.map(\.column)).count > 1
    if let first = tables.first, !hasOtherTables {
      tables += files.dropFirst(Self.mostTables).map { ($0, first.column) }
    }
  }

  /// The column of pictures of a Parquet file: `image`, or else the first structure of bytes, or else the first column of
  /// bytes. Nil if the file has none, or can't be read.
  private static func column(of path: [UInt8], _ store: SourceStore) -> String? {
    guard let file = try? store.parquetFile(path) else { return nil }
    let columns = file.columns.filter { (try? ParquetPictureColumn($0.name, in: file)) != nil }
    let column =
      columns.first { $0.name == Self.usualColumn }
      ?? columns.first { $0.member("bytes") != nil } ?? columns.first
    return column?.name
  }
}

extension FolderContents {
  /// Takes the annotations whose pictures are there and have no others yet. Files with all annotations of a set go
  /// before files for one picture each.
  private mutating func findAnnotations(_ found: FoundAnnotations) {
    let there = Set(pictures)
    var taken: Set<[UInt8]> = []
    var folders: [AnnotatedFolder] = []
    let sets =
      found.sets.filter { !$0.table.format.isFileForPicture }
      + found.sets.filter(\.table.format.isFileForPicture)
    for set in sets {
      guard let file = set.table.files.first.map({ Array($0.utf8) }) else { continue }
      let format = set.table.format
      let sources = set.table.pictures.indices.map { Array(set.source(ofPicture: $0).utf8) }
      guard sources.contains(where: there.contains), !sources.contains(where: taken.contains) else {
        continue
      }
      let folder = AnnotatedFolder(
        format: format, boxFormat: set.table.boxFormat, path: format.isFileForPicture ? file.folder : file,
        images: set.folder)
      if folders.contains(where: { $0.images == folder.images && $0.format != format }) { continue }
      taken.formUnion(sources)
      folders.append(folder)
    }
    annotations = AnnotatedFolder.joined(folders)
  }
}

extension FolderContents {
  /// The contents in words, such as `12 pictures, 1 archive`.
  package var summary: String {
    let formats = annotations.map(\.format.rawValue).reduce(into: [String]()) { formats, format in
      if !formats.contains(format) { formats.append(format) }
    }
    let parts = [
      pictures.isEmpty ? nil : pictures.count.counted("picture"),
      formats.isEmpty ? nil : "annotations of \(formats.joined(separator: " and "))",
      hasCaptions ? "captions" : nil,
      archives.paths.isEmpty ? nil : archives.paths.count.counted("archive"),
      tables.isEmpty ? nil : tables.count.counted("Parquet file"),
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
