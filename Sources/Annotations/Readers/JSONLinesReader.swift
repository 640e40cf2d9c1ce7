import ImageModel
import JSON
import System

/// Reads JSON Lines, with a line for each box: `image` or `file_name`, and `bbox`. Optional are `category`,
/// `id`, and the picture's `width` and `height`.
enum JSONLinesReader {
  private static let keys: Set<String> = ["image", "file_name", "bbox", "category", "id", "width", "height"]

  /// Adds the boxes of a file.
  static func read(_ feed: ByteFeed, into builder: inout AnnotationTable.Builder) throws(FileFault) {
    try JSONRecords.forEachLine(feed, keeping: keys) { result, number in
      let place = RecordPlace(number)
      let value: JSONValue
      switch result {
      case .failure(let fault): return builder.note(fault.message, at: place)
      case .success(let found): value = found
      }
      guard let picture = (value["image"] ?? value["file_name"])?.text else {
        return builder.note("there is no 'image'", at: place)
      }
      builder.add(
        AnnotationRecord(
          place: place, picture: picture, size: PixelSize(value), category: value["category"]?.name,
          id: value["id"]?.name, box: BoxNumbers.read(value["bbox"], called: "bbox")))
    }
  }
}

extension JSONRecords {
  /// Calls `each` with the object of each line that isn't empty, or with the line's fault.
  static func forEachLine(
    _ feed: ByteFeed, keeping: Set<String>, _ each: (Result<JSONValue, RecordFault>, Int) -> Void
  ) throws(FileFault) {
    try feed.forEachLine { line, number throws(FileFault) in
      if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { return }
      var value: JSONValue?
      do throws(FileFault) {
        try read(ByteFeed(Array(line)), at: .line, keeping: keeping) { value = $0.value }
      } catch {
        return each(.failure(RecordFault(error.message)), number)
      }
      guard case .object? = value, let value else {
        return each(.failure(RecordFault("the line is not an object")), number)
      }
      each(.success(value), number)
    }
  }
}
