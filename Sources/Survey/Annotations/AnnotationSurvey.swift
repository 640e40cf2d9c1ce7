import Annotations
import Glibc
import ImageModel
import JobFile
import Planning
import System

/// The annotation files of a job: finds and reads them, and finds the pictures that they name.
package struct AnnotationSurvey {
  /// The tables of annotations, by the index of their entry in `sources`.
  package private(set) var tables: [Int: AnnotationTable] = [:]
  /// Pictures with boxes, files with faults, and folders that can't be read.
  package private(set) var items: [SourceItem] = []
  /// The reasons why annotations can't be used. A job with such a reason gets no plan.
  package private(set) var diagnostics: [Diagnostic] = []
  /// System errors of folders that can't be read.
  package private(set) var failures: [SystemError] = []

  /// The folders of pictures, each with the place of its entry in the job file.
  private var folders: [(path: [UInt8], entry: Int, location: SourceLocation)] = []
  private var classFiles: [[UInt8]] = []
  /// The files of `classFiles` that exist.
  private var classFilesRead: [[UInt8]] = []
  /// The paths of the files whose names aren't UTF-8. The key is the file's name in messages.
  private var oddPaths: [String: [UInt8]] = [:]
  private let job: JobSpec
  private let base: BaseFolder
  private let file: String
  private let takesAll: Bool

  /// Reads the annotation files that `job` names. Messages call the job file `file`. The items are the pictures from
  /// which the job may make outputs. With `takesAll`, the items are all pictures that the files name.
  package init(_ job: JobSpec, base: BaseFolder, file: String, takesAll: Bool) {
    self.job = job
    self.base = base
    self.file = file
    self.takesAll = takesAll
    for (index, entry) in job.sources.enumerated() {
      if case .annotations(let source) = entry.files { read(source, entry, index) }
    }
  }

  /// The names and the skeleton of keypoints that the files give for categories. If several entries of `sources` give
  /// them for a category, the first entry counts.
  package var keypoints: [CategoryKeypoints] {
    var categories: Set<ExactText> = []
    return tables.keys.sorted().flatMap { tables[$0]?.keypoints ?? [] }
      .filter { categories.insert(ExactText($0.category)).inserted }
  }

  /// Absolute paths of all annotation files, and of the files that may hold names of classes.
  package var files: Set<String> {
    let files = tables.values.flatMap(\.files) + classFiles.map(\.displayName)
    return Set(files.map { JobFolders.absolute($0, from: base.path) })
  }

  /// The annotation files, the files from which the survey read names of classes, and the job's other files
  /// `others`.
  package func filesRead(and others: [String]) -> AnnotationFiles {
    AnnotationFiles(
      tables.values.flatMap(\.files) + classFilesRead.map(\.displayName)
        + others.map { base.normalized($0.utf8).displayName }, odd: oddPaths, base)
  }

  private mutating func read(_ source: AnnotationSource, _ entry: SourceEntry, _ index: Int) {
    let path = base.normalized(source.path.utf8).withoutDot
    guard let isFolder = isFolder(path, source, entry) else { return }
    let folder = isFolder ? path : path.folder
    let listing = isFolder ? FilesBelow(path, ending: [source.format.fileEnding], of: base) : nil
    for case .system(let error) in (listing?.troubles ?? []).map(\.fault) { failures.append(error) }
    guard let names = listing.map({ names($0, in: path, source, entry) }) ?? [path.lastName] else { return }
    let images = source.images.map { base.normalized($0.utf8).withoutDot } ?? folder
    let table = table(source, names, in: folder, images: images)
    // Categories are checked only if all files could be read. An unreadable file might contain any category.
    if listing?.troubles.isEmpty != false, !table.troubles.contains(where: { $0.place == nil }) {
      checkCategories(source, table)
    }
    if source.format.isYOLO {
      let places = LabelFiles.classPlaces(of: folder)
      classFiles += places
      classFilesRead += places.filter { base.status(of: $0) != nil }.prefix(1)
    }
    for path in names.lazy.map(folder.joined) { noteOdd(path) }
    for path in classFilesRead { noteOdd(path) }
    tables[index] = table
    folders.append((images, index, entry.location))
    let pictures = pictures(of: table, in: images, index, all: takesAll || !entry.isCutForBoxes(job))
    if let fault = fault(of: pictures, in: images, source) { refuse(entry, fault) }
    items += pictures
    items += Set(table.troubles.map(\.file)).sorted().map { place in
      let path = folder.joined(with: names[Int(place)])
      return SourceItem(
        path: path, entry: index, fixedLength: path.count, part: .annotations(file: Int(place)))
    }
    for (folder, fault) in listing?.troubles ?? [] {
      items.append(
        SourceItem(path: folder, entry: index, fixedLength: folder.count, part: .folder(fault)))
    }
  }

  /// True if `annotations` names a folder, false if it names a readable file. Nil otherwise; the job is
  /// then refused, unless the entry is optional.
  private mutating func isFolder(_ path: [UInt8], _ source: AnnotationSource, _ entry: SourceEntry) -> Bool? {
    do throws(FileFault) {
      guard let status = try base.reachableStatus(of: path) else {
        if !entry.isOptional { refuse(entry, "there is no file or folder '\(source.path)'") }
        return nil
      }
      if !status.isFolder { try base.withFile(path) { _ in } }
      return status.isFolder
    } catch {
      refuse(entry, "'\(source.path)' \(error.message)")
      return nil
    }
  }

  /// The reason why the folder of pictures is wrong, or nil. The folder is wrong if it is missing. It is also
  /// wrong if the annotations name several pictures and the folder holds none of them.
  private func fault(
    of pictures: [SourceItem], in folder: [UInt8], _ source: AnnotationSource
  ) -> String? {
    guard let first = pictures.first else { return nil }
    if let name = source.images, base.status(of: folder)?.isFolder != true {
      return "there is no folder '\(name)', which 'images' names"
    }
    if pictures.count == 1 || pictures.contains(where: { base.status(of: $0.path) != nil }) { return nil }
    let advice = source.images == nil ? "name their folder by 'images'" : "change 'images'"
    return "none of the \(pictures.count) pictures that '\(source.path)' names is there, "
      + "'\(first.displayName)' first: \(advice)"
  }

  private mutating func noteOdd(_ path: [UInt8]) {
    if String(validating: path, as: UTF8.self) == nil { oddPaths[path.displayName] = path }
  }

  private mutating func refuse(_ entry: SourceEntry, _ message: String) {
    diagnostics.append(Diagnostic(file: file, at: entry.location, message))
  }

  /// The names of the annotation files in `folder` and below. If the folder can't be read, refuses the job
  /// and returns nil.
  private mutating func names(
    _ listing: FilesBelow, in folder: [UInt8], _ source: AnnotationSource, _ entry: SourceEntry
  ) -> [[UInt8]]? {
    if let trouble = listing.troubles.first(where: { $0.folder == folder }) {
      refuse(entry, "the folder '\(source.path)' can't be read: \(trouble.fault.text)")
      return nil
    }
    let names = listing.names.filter {
      Self.isAnnotations(name: $0.lastName.displayName, source.format)
    }
    if names.isEmpty, listing.troubles.isEmpty, !entry.isOptional {
      refuse(entry, "the folder '\(source.path)' holds no file '*\(source.format.fileEnding)'")
    }
    return names
  }

  /// True if `name`, which has the ending of annotation files, is the name of an annotation file. False if it
  /// is the name of a manifest, a lock, a record of splits or a file with names of classes.
  private static func isAnnotations(name: String, _ format: AnnotationFormat) -> Bool {
    switch format {
    case _ where format.isYOLO: name != LabelFiles.classFile
    case .hfImageFolder: name == format.fileEnding
    default:
      ![".manifest.jsonl", ".lock.jsonl", ".splits.jsonl"].contains { name.hasSuffix($0) }
    }
  }

  /// Reads the annotation files `names` in `folder` into one table. `images` is the folder of the pictures.
  private func table(
    _ source: AnnotationSource, _ names: [[UInt8]], in folder: [UInt8], images: [UInt8]
  ) -> AnnotationTable {
    let labelFiles = source.format.isTextForPicture ? LabelFiles(folder, images: images, of: base) : nil
    var builder = AnnotationTable.Builder(
      source.format, boxFormat: source.boxes.format, shapes: source.shapes,
      keypoints: source.keypoints)
    for name in names {
      let path = folder.joined(with: name)
      builder.read(called: path.displayName) { builder throws(FileFault) in
        let classes = try labelFiles?.classes.get() ?? nil
        let picture = try labelFiles?.picture(of: name)
        try base.withFile(path) { feed throws(FileFault) in
          try builder.read(
            feed, folder: name.folder.displayName, picture: picture, classes: classes)
        }
      }
    }
    return builder.finish(keeping: source.boxes.categories.map { Set($0.map(\.value)) })
  }

  /// Reports each wanted category that occurs in no file.
  private mutating func checkCategories(_ source: AnnotationSource, _ table: AnnotationTable) {
    for name in source.boxes.categories ?? [] where !table.categories.contains(name.value) {
      diagnostics.append(Diagnostic(unknownCategory: name, of: table, file: file))
    }
  }

  /// The pictures that have boxes; with `all`, pictures without boxes too.
  private func pictures(
    of table: AnnotationTable, in folder: [UInt8], _ index: Int, all: Bool
  ) -> [SourceItem] {
    table.pictures.indices.filter { all || !table.pictures[$0].boxes.isEmpty }.map { place in
      SourceItem(
        path: folder.joined(with: Array(table.pictures[place].name.utf8)), entry: index,
        fixedLength: folder.isEmpty ? 0 : folder.count + 1, part: .boxes(picture: place))
    }
  }

  /// The folder of an entry's pictures, as a normalised path; nil if the entry has no annotations.
  package func folder(ofEntry entry: Int) -> [UInt8]? { folders.first { $0.entry == entry }?.path }

  /// The pictures that no annotation names, in the folders where annotated pictures are expected, relative to each
  /// folder. `known` are absolute paths of pictures that don't count, which may be planned paths of outputs.
  private func unnamedNames(besides known: Set<String>) -> [[[UInt8]]] {
    folders.map { folder in
      let named = Set(tables[folder.entry]?.pictures.map { Array($0.name.utf8) } ?? [])
      return FilesBelow(folder.path, ending: LabelFiles.endings, of: base).names.filter { name in
        if named.contains(name) { return false }
        let path = JobFolders.absolute(folder.path.joined(with: name).displayName, from: base.path)
        return !known.contains(path) && !OutputPath.plannedPaths(behind: path).contains(where: known.contains)
      }
    }
  }

  /// The paths of pictures that no annotation names, in the folders where annotated pictures are expected. `known` are
  /// absolute paths of pictures that don't count.
  package func unnamedPaths(besides known: Set<String>) -> [String] {
    zip(folders, unnamedNames(besides: known)).flatMap { folder, names in
      names.map { folder.path.joined(with: $0).displayName }
    }
  }

  /// Warns of pictures that no annotation names, in folders where annotated pictures are expected. `known`
  /// are absolute paths of pictures that need no warning.
  package func warningsOfUnnamed(besides known: Set<String>) -> [Diagnostic] {
    zip(folders, unnamedNames(besides: known)).compactMap { folder, names in
      guard let first = names.first else { return nil }
      let others = names.count > 1 ? "\(names.count) pictures in 'images' are" : "a picture in 'images' is"
      return Diagnostic(
        .warning, file: file, at: folder.location,
        "\(others) named by no annotation, '\(first.displayName)' first")
    }
  }
}

extension Diagnostic {
  /// The error for a category that the job names and no box of `table` has.
  init(unknownCategory name: Located<String>, of table: AnnotationTable, file: String) {
    let hint = name.value.misspelt(of: table.categories).map { "; did you mean '\($0)'?" } ?? ""
    self.init(file: file, at: name.location, "no annotation has the category '\(name.value.shown)'\(hint)")
  }
}
