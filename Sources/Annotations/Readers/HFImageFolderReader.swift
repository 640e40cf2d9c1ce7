import ImageModel
import JSON
import System

/// Reads Hugging Face's `metadata.jsonl`. Each line has a picture's `file_name` and `objects`. `objects` has
/// the list of boxes, `bbox`, and the list of their categories, `categories` or `category`.
enum HFImageFolderReader {
  private static let keys: Set<String> = [
    "file_name", "width", "height", "objects", "bbox", "categories", "category", "id",
  ]

  /// Adds the boxes of a file.
  static func read(_ feed: ByteFeed, into builder: inout AnnotationTable.Builder) throws(FileFault) {
    try builder.forEachObject(feed, keeping: keys) { add($1, $2, to: &$0) }
  }

  private static func add(_ value: JSONValue, _ number: Int, to builder: inout AnnotationTable.Builder) {
    let place = RecordPlace(number)
    guard let picture = value["file_name"]?.text else {
      return builder.note("there is no 'file_name'", at: place)
    }
    let size = PixelSize(value)
    guard builder.add(picture: picture, size: size, at: place) != nil else { return }
    guard let objects = value["objects"] else { return }
    guard let boxes = objects["bbox"]?.list else {
      return builder.note("'objects' has no list 'bbox'", at: place)
    }
    let categories = (objects["categories"] ?? objects["category"])?.list
    let ids = objects["id"]?.list
    for (index, box) in boxes.enumerated() {
      var record = AnnotationRecord(
        place: RecordPlace(number, part: index + 1), picture: picture, size: size,
        category: categories?.name(at: index), id: ids?.name(at: index),
        box: BoxNumbers.read(box, called: "bbox"))
      for (list, name) in [(categories, "categories"), (ids, "ids")] {
        guard let count = list?.count, count != boxes.count else { continue }
        record.box = .failure(
          FileFault("the list of boxes has \(boxes.count) entries, and that of \(name) \(count)"))
      }
      builder.add(record)
    }
  }
}

extension [JSONValue] {
  fileprivate func name(at index: Int) -> String? { indices.contains(index) ? self[index].name : nil }
}
