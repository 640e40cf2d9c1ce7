import ImageModel

/// Reads Pascal VOC, an XML file a picture: `filename`, `size` and `object`s with `name` and `bndbox`, the first pixel 1.
struct VOCReader {
  /// An object, as far as it was read.
  private struct Object {
    var name: String?
    /// The texts of its box's parts, by their names.
    var box: [String: String] = [:]
  }

  private var picture: String?
  private var width: Int?
  private var height: Int?
  private var objects: [Object] = []
  private var object = Object()

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
    // Parts of objects have boxes of their own: only the object's counts.
    switch path.dropFirst() {
    case ["filename"]: picture = text
    case ["size", "width"]: width = Int(text)
    case ["size", "height"]: height = Int(text)
    case ["object", "name"]: object.name = text
    case ["object", "bndbox", "xmin"], ["object", "bndbox", "ymin"], ["object", "bndbox", "xmax"],
      ["object", "bndbox", "ymax"]:
      object.box[path[path.count - 1]] = text
    case ["object"]:
      objects.append(object)
      object = Object()
    default: break
    }
  }

  private func add(_ picture: String, to builder: inout AnnotationTable.Builder) {
    var size: PixelSize?
    if let width, let height, width > 0, height > 0 { size = PixelSize(width: width, height: height) }
    builder.add(picture: picture, size: size, at: nil)
    for (index, object) in objects.enumerated() {
      builder.add(
        AnnotationRecord(
          place: RecordPlace(index + 1), picture: picture, size: size, category: object.name,
          box: Self.box(object)))
    }
  }

  private static func box(_ object: Object) -> Result<BoxNumbers, RecordFault> {
    let names = ["xmin", "ymin", "xmax", "ymax"]
    if let missing = names.first(where: { object.box[$0] == nil }) {
      return .failure(RecordFault("its 'bndbox' has no '\(missing)'"))
    }
    return BoxNumbers.read(names.compactMap { object.box[$0] })
  }
}
