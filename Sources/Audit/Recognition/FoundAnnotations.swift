import Annotations
import ImageModel
import JobFile
import Planning
import Survey
import System

/// The annotation files of a folder that are recognised without a job.
package struct FoundAnnotations: Sendable {
  /// A file or folder that can't be read, with the code of its fault and the reason.
  package typealias Unread = (code: AuditCode, path: String, reason: String)

  package private(set) var sets: [AnnotatedSet] = []
  /// The folder in which pictures of the annotations were found, relative to the base folder; nil if none was.
  package private(set) var pictureFolder: [UInt8]?
  /// The files that may be annotation files and can't be read, and folders that hide pictures, with the reasons.
  package private(set) var unread: [Unread] = []
  private let base: BaseFolder
  private let pictures: PictureIndex
  /// The folders below the base folder that can't be read.
  private let closed: [Unread]

  /// Files that are read as one table.
  private struct Group: Hashable {
    let kind: AnnotationKind
    /// The folder of the files, or the file itself if it has a table of its own.
    let path: [UInt8]
  }

  /// Finds the annotation files below the folder `base`, and reads them. Leaves out the folders `leftOut`, which are
  /// relative to `base`. Of each folder it reads at most `most` files with one ending.
  package init(below base: BaseFolder, without leftOut: [[UInt8]] = [], most: Int = .max) {
    self.init(base, without: leftOut)
    var counts: [[UInt8]: Int] = [:]
    let files = FilesBelow([], ending: AnnotationKind.endings, of: base).names.filter { file in
      if leftOut.contains(where: file.isBelow) { return false }
      let ending = file.folder + [.slash] + file.dropFirst(file.withoutExtension.count)
      counts[ending, default: 0] += 1
      return counts[ending, default: 0] <= most
    }
    for (group, files) in groups(files) { read(group, files) }
  }

  /// Reads the annotation file at an absolute path, whose pictures lie below the folder `base`. Throws if the file is
  /// of no known format.
  package init(file path: [UInt8], below base: BaseFolder) throws(FileFault) {
    self.init(base)
    guard
      let kind = AnnotationKind(
        path.lastName.displayName, try base.start(of: path, AnnotationKind.startBytes))
    else {
      throw FileFault(
        "is no annotation file whose format shows: COCO, labelme, Pascal VOC, YOLO, metadata.jsonl, or CSV with the "
          + "columns of a picture and a box; name the format in a job file, and audit the job")
    }
    read(Group(kind: kind, path: path), [path])
  }

  private init(_ base: BaseFolder, without leftOut: [[UInt8]] = []) {
    self.base = base
    let listing = FilesBelow([], ending: LabelFiles.endings, of: base)
    pictures = PictureIndex(listing.names.filter { name in !leftOut.contains(where: name.isBelow) })
    closed = listing.troubles.map { folder, fault in
      let path = JobFolders.absolute(folder.displayName, from: base.path)
      return (.unreadable, path, "the folder can't be read: \(fault.text)")
    }
  }

  /// The groups of the files that are annotation files, in the order of their first files.
  private mutating func groups(_ files: [[UInt8]]) -> [(group: Group, files: [[UInt8]])] {
    var groups: [(group: Group, files: [[UInt8]])] = []
    var places: [Group: Int] = [:]
    func add(_ path: [UInt8], _ kind: AnnotationKind) {
      let isOne = kind.format.isYOLO || kind.format == .voc || kind.format == .labelme
      let group = Group(kind: kind, path: isOne ? path.folder : path)
      if let place = places[group] { return groups[place].files.append(path) }
      places[group] = groups.count
      groups.append((group, [path]))
    }
    var texts: [[UInt8]] = []
    for path in files {
      let name = path.lastName.displayName
      if name.lowercased().hasSuffix(".txt") {
        if name.lowercased() != LabelFiles.classFile { texts.append(path) }
      } else if let start = start(of: path),
        let kind = AnnotationKind(name, start)
      {
        add(path, kind)
      }
    }
    for (path, format) in labels(texts) { add(path, AnnotationKind(format)) }
    return groups
  }

  /// The label files among text files, with the format of their folder.
  ///
  /// In a folder `labels` and below, each text file is one. In any other folder, text files may be captions or notes:
  /// only those count that begin with a label, and empty ones beside such.
  private mutating func labels(_ texts: [[UInt8]]) -> [(path: [UInt8], format: AnnotationFormat)] {
    var folders: [[UInt8]: AnnotationFormat] = [:]
    var found: [(path: [UInt8], isCertain: Bool)] = []
    for path in texts {
      guard let start = start(of: path) else { continue }
      let kind = AnnotationKind(path.lastName.displayName, start)
      if let kind, folders[path.folder] != .yoloSeg { folders[path.folder] = kind.format }
      let isBelowLabels = path.folder.split(separator: .slash).contains { $0.elementsEqual("labels".utf8) }
      if isBelowLabels || kind != nil || start.isEmpty { found.append((path, isBelowLabels)) }
    }
    return found.compactMap { path, isCertain in
      if let format = folders[path.folder] { return (path, format) }
      return isCertain ? (path, .yolo) : nil
    }
  }

  /// The first bytes of a file; nil if it can't be read, which is noted.
  private mutating func start(of path: [UInt8]) -> [UInt8]? {
    do throws(FileFault) { return try base.start(of: path, AnnotationKind.startBytes) } catch {
      unread.append((.badAnnotation, path.displayName, error.message))
      return nil
    }
  }

  private mutating func read(_ group: Group, _ files: [[UInt8]]) {
    let (kind, first) = (group.kind, files[0])
    var builder = AnnotationTable.Builder(kind.format, boxFormat: kind.boxFormat)
    guard kind.format.isTextForPicture else {
      for file in files {
        builder.read(called: file.displayName) { builder throws(FileFault) in
          try base.withFile(file) { feed throws(FileFault) in try builder.read(feed) }
        }
      }
      let table = builder.finish()
      add(table, folder(of: table.pictures.map { Array($0.name.utf8) }, areStems: false, beside: first))
      return
    }
    let images = folder(of: files.map(\.lastName.withoutExtension), areStems: true, beside: first)
    let classes = LabelFiles.classes(at: classPlaces(above: first.folder), of: base)
    for file in files {
      builder.read(called: file.displayName) { builder throws(FileFault) in
        let stem = file.lastName.withoutExtension
        let found = pictures.pictures(images.joined(with: stem)).map(\.lastName.displayName)
        if found.count > 1 { throw FileFault("its picture could be \(found[0]) or \(found[1])") }
        let names = try classes.get()
        try base.withFile(file) { feed throws(FileFault) in
          try builder.read(feed, picture: found.first ?? stem.displayName + ".jpg", classes: names)
        }
      }
    }
    add(builder.finish(), images)
  }

  /// The folder of the pictures `names`, or else the folder of their annotation file.
  private mutating func folder(of names: [[UInt8]], areStems: Bool, beside file: [UInt8]) -> [UInt8] {
    let path = base.normalized(file)
    let found = pictures.folder(of: names, areStems: areStems, beside: path)
    pictureFolder = pictureFolder ?? found
    return found ?? path.folder
  }

  /// Adds the folders that `wider` couldn't read and that don't lie in `folder`. Pictures may lie in them.
  package mutating func addClosed(of wider: FoundAnnotations, outside folder: String) {
    unread += wider.closed.filter { $0.path != folder && !$0.path.hasPrefix(folder + "/") }
  }

  /// The same annotations of a set whose base folder is ``pictureFolder``.
  package func belowPictures() -> FoundAnnotations {
    var found = self
    found.sets = sets.map { AnnotatedSet($0.table, folder: [], space: $0.space) }
    return found
  }

  private mutating func add(_ table: AnnotationTable, _ folder: [UInt8]) {
    sets.append(AnnotatedSet(table, folder: folder, space: table.format.fixedSpace))
  }

  /// The paths at which the file with names of classes may lie: in `folder` or a folder above, up to the base folder.
  /// A job names the folder of all its label files; here only the folder of some of them is known.
  private func classPlaces(above folder: [UInt8]) -> [[UInt8]] {
    let top = Array(base.path.utf8)
    var folders = [folder]
    while let last = folders.last, !last.isEmpty, last != [.slash], last != top {
      folders.append(last.folder)
    }
    return folders.map { $0.joined(with: LabelFiles.classFile.utf8) }
  }
}
