import ImageModel
import JobFile

/// Annotations in one format, with the folder of their pictures. Paths are relative to the base folder; an empty path is
/// this folder.
package struct AnnotatedFolder: Hashable, Sendable {
  package let format: AnnotationFormat
  /// The layout of boxes, if the format leaves it open.
  package let boxFormat: BoxFormat
  /// The annotation file, or the folder of files for one picture each.
  package private(set) var path: [UInt8]
  /// The folder to which the names of pictures are relative.
  package private(set) var images: [UInt8]

  package init(format: AnnotationFormat, boxFormat: BoxFormat, path: [UInt8], images: [UInt8]) {
    (self.format, self.boxFormat, self.path, self.images) = (format, boxFormat, path, images)
  }

  /// The same annotations in fewer folders. `labels/train` and `labels/val`, with pictures in `images/train` and
  /// `images/val`, become `labels` with pictures in `images`. Folders that hold annotations and their pictures become
  /// the folder above all of them.
  static func joined(_ folders: [AnnotatedFolder]) -> [AnnotatedFolder] {
    var joined: [AnnotatedFolder] = []
    for var folder in folders {
      guard folder.format.isFileForPicture else {
        joined.append(folder)
        continue
      }
      if folder.path == folder.images {
        let alike = folders.filter { $0.path == $0.images && $0.format == folder.format }
        folder.path = alike.map(\.path).sharedFolder
        folder.images = folder.path
      } else {
        while !folder.path.isEmpty, !folder.images.isEmpty, folder.path.lastName == folder.images.lastName {
          (folder.path, folder.images) = (folder.path.folder, folder.images.folder)
        }
      }
      if !joined.contains(folder) { joined.append(folder) }
    }
    return joined
  }
}

extension AnnotationFormat {
  /// True if each picture has a file of its own.
  var isFileForPicture: Bool { isTextForPicture || self == .voc || self == .labelme }
}

extension [[UInt8]] {
  /// The innermost folder that is each of these folders, or lies above it.
  var sharedFolder: [UInt8] {
    guard var shared = first else { return [] }
    for folder in dropFirst() {
      while folder != shared, !folder.isBelow(shared) { shared = shared.folder }
    }
    return shared
  }
}
