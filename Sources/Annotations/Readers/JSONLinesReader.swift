import ImageModel
import JSON
import System

/// Reads JSON Lines, with a line for each box: `image` or `file_name`, and `bbox`. Optional are `category`,
/// `id`, and the picture's `width` and `height`.
enum JSONLinesReader {
  private static let keys = ListedBox.keys.union(["image", "file_name", "id"])

  /// Adds the boxes of a file.
  static func read(_ feed: ByteFeed, into builder: inout AnnotationTable.Builder) throws(FileFault) {
    try builder.forEachObject(feed, keeping: keys) { builder, value, number in
      let place = RecordPlace(number)
      guard let picture = (value["image"] ?? value["file_name"])?.text else {
        return builder.note("there is no 'image'", at: place)
      }
      builder.add(
        AnnotationRecord(place: place, picture: picture, id: value["id"]?.name, ListedBox(value)))
    }
  }
}

extension ListedBox {
  /// The keys of the facts of a box.
  static let keys: Set<String> = ["bbox", "category", "width", "height"]

  /// The box in an object, with the keys ``keys``.
  init(_ value: JSONValue) {
    self.init(
      numbers: BoxNumbers.read(value["bbox"], called: "bbox"), category: value["category"]?.name,
      size: PixelSize(value))
  }
}

extension AnnotationTable.Builder {
  /// Calls `each` with the JSON object of each line that isn't empty. If a line holds anything but one
  /// object, the builder notes a fault of that line.
  mutating func forEachObject(
    _ feed: ByteFeed, keeping: Set<String>, _ each: (inout Self, JSONValue, _ number: Int) -> Void
  ) throws(FileFault) {
    try feed.forEachLine { line, number throws(FileFault) in
      if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { return }
      do throws(FileFault) { each(&self, try JSONValue(line: line, keeping: keeping), number) } catch {
        note(error.message, at: RecordPlace(number))
      }
    }
  }
}
