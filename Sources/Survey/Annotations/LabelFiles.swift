import Annotations
import ImageModel
import JobFile
import System

/// The picture of each YOLO label file, and the names of classes. The label files don't contain these facts.
/// Upright looks for them in the folder of pictures, in the folder of label files, and in the folder above
/// that.
package struct LabelFiles {
  /// The names in `classes.txt`, in the folder of label files or one folder above. Nil if there is no such
  /// file.
  let classes: Result<[String]?, FileFault>
  /// The paths of pictures. A key is a path without extension; its value has all paths that add an extension
  /// to the key.
  private var pictures: [[UInt8]: [String]] = [:]

  /// The name of the file with names of classes.
  package static let classFile = "classes.txt"
  /// The endings of pictures' names.
  package static let endings = SourceFormat.allCases.flatMap(\.extensions).map { "." + $0 }

  /// Looks for pictures in the folder `images`. Looks for the names of classes in the folder `labels` and in
  /// the folder above it.
  init(_ labels: [UInt8], images: [UInt8], of base: BaseFolder) {
    for name in FilesBelow(images, ending: Self.endings, of: base).names {
      pictures[name.withoutExtension, default: []].append(name.displayName)
    }
    classes = Self.classes(at: Self.classPlaces(of: labels), of: base)
  }

  /// The names of classes in the first file of `places` that exists; nil if none does.
  package static func classes(at places: [[UInt8]], of base: BaseFolder) -> Result<[String]?, FileFault> {
    Result { () throws(FileFault) in
      guard let place = places.first(where: { base.status(of: $0) != nil }) else { return nil }
      return try base.withFile(place) { feed throws(FileFault) in try YOLOReader.names(feed) }
    }
  }

  /// The paths at which the file with names of classes may lie, for label files in the folder `labels`.
  static func classPlaces(of labels: [UInt8]) -> [[UInt8]] {
    [labels, labels.folder].map { $0.joined(with: classFile.utf8) }
  }

  /// The path of the picture that belongs to the label file `name`. `name` starts from the folder of label
  /// files, and the returned path starts from the folder of pictures. Throws if several pictures fit.
  func picture(of name: [UInt8]) throws(FileFault) -> String {
    let found = pictures[name.withoutExtension] ?? []
    if found.count > 1 { throw FileFault("its picture could be \(found[0]) or \(found[1])") }
    return found.first ?? name.withoutExtension.displayName + ".jpg"
  }
}
