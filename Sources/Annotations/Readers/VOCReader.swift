import ImageModel
import System

/// Reads Pascal VOC: one XML file for each picture, with `filename`, `size` and `object`s. An `object` has
/// `name` and `bndbox`. Pixels are numbered from 1.
struct VOCReader {
  /// An object that waits until the reader knows the picture's name and size.
  private struct Object {
    let category: String?
    let box: Result<BoxNumbers, FileFault>
  }

  private var picture: String?
  private var width: String?
  private var height: String?
  private var objects: [Object] = []
  /// The current object's name. The next property, `parts`, has the texts of `xmin`, `ymin`, `xmax` and
  /// `ymax` in the object's `bndbox`.
  private var name: String?
  private var parts: [String: String] = [:]

  /// Adds the boxes of a file.
  static func read(_ feed: ByteFeed, into builder: inout AnnotationTable.Builder) throws(FileFault) {
    var reader = VOCReader()
    var fault: FileFault?
    do throws(FileFault) { try XMLText.read(feed) { reader.take($0, $1) } } catch { fault = error }
    if let picture = reader.picture { reader.add(picture, to: &builder) }
    if let fault { throw fault }
    if reader.picture == nil { throw FileFault("there is no 'annotation' with a 'filename'") }
  }

  private mutating func take(_ path: [String], _ text: String) {
    guard path.first == "annotation" else { return }
    // Parts of objects have boxes too. Only the object's own box counts.
    switch path.dropFirst() {
    case ["filename"]: picture = text
    case ["size", "width"]: width = text
    case ["size", "height"]: height = text
    case ["object", "name"]: name = text
    case ["object", "bndbox", "xmin"], ["object", "bndbox", "ymin"], ["object", "bndbox", "xmax"],
      ["object", "bndbox", "ymax"]:
      parts[path[path.count - 1]] = text
    case ["object"]: endObject()
    default: break
    }
  }

  private func add(_ picture: String, to builder: inout AnnotationTable.Builder) {
    let size = PixelSize(text: width, height)
    guard builder.add(picture: picture, size: size, at: nil) != nil else { return }
    for (index, object) in objects.enumerated() {
      builder.add(
        AnnotationRecord(
          place: RecordPlace(index + 1), picture: picture, size: size, category: object.category,
          box: object.box))
    }
  }

  private mutating func endObject() {
    let names = ["xmin", "ymin", "xmax", "ymax"]
    let missing = names.first { parts[$0] == nil }
    objects.append(
      Object(
        category: name,
        box: missing.map { .failure(FileFault("its 'bndbox' has no '\($0)'")) }
          ?? BoxNumbers.read(names.compactMap { parts[$0] })))
    name = nil
    parts = [:]
  }
}
