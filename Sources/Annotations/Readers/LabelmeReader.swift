import ImageModel
import JSON
import System

/// Reads annotations in labelme's format. Each picture has a JSON file with `imagePath`, `imageWidth`,
/// `imageHeight` and `shapes`. The boxes are the file's rectangles, and rectangles around its polygons. Polygons are
/// shapes too, if the builder takes them.
enum LabelmeReader {
  private static let keys: Set<String> = [
    "imagePath", "imageWidth", "imageHeight", "shapes", "label", "points", "shape_type",
  ]

  /// Reads the boxes of a file, and adds them to the table. Only the last name in `imagePath` counts. If the
  /// annotation file lies in a subfolder, the picture lies below the folder of pictures in a subfolder of the
  /// same path.
  static func read(_ feed: ByteFeed, into builder: inout AnnotationTable.Builder) throws(FileFault) {
    var root: JSONValue?
    try JSONRecords.read(feed, at: .root, keeping: keys) { root = $0.value }
    guard let root, let path = root["imagePath"]?.text,
      let name = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last
    else { throw FileFault("there is no 'imagePath'") }
    let size = PixelSize(root["imageWidth"], root["imageHeight"])
    guard builder.add(picture: String(name), size: size, at: nil) != nil else { return }
    for (index, shape) in (root["shapes"]?.list ?? []).enumerated() {
      var record = AnnotationRecord(
        place: RecordPlace(index + 1), picture: String(name), size: size, category: shape["label"]?.name,
        box: .failure(FileFault("")))
      record.box = Result { () throws(FileFault) in
        let points = try points(shape)
        if builder.shapeKinds.contains(.polygons), !isRectangle(shape) {
          var polygon = ObjectShape<Annotated>()
          try polygon.add(polygon: points.flatMap(\.self))
          record.shape = polygon
        }
        let (x, y) = (points.map { $0[0] }, points.map { $0[1] })
        return BoxNumbers(x.min() ?? 0, y.min() ?? 0, x.max() ?? 0, y.max() ?? 0)
      }
      builder.add(record)
    }
  }

  private static func isRectangle(_ shape: JSONValue) -> Bool { shape["shape_type"]?.text == "rectangle" }

  /// x and y of each point of a rectangle or a polygon.
  private static func points(_ shape: JSONValue) throws(FileFault) -> [[Double]] {
    let type = shape["shape_type"]?.text ?? "polygon"
    guard isRectangle(shape) || type == "polygon" else {
      throw FileFault("a shape \(type.quoted) has no box: rectangles and polygons do")
    }
    let points = (shape["points"]?.list ?? []).map { $0.list?.compactMap(\.double) ?? [] }
    guard points.count >= 2, points.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isFinite) }) else {
      throw FileFault("'points' is not a list of points")
    }
    return points
  }
}
