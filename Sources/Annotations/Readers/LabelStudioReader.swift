import ImageModel
import JSON
import System

/// Reads a JSON export of Label Studio: a list of tasks. Each task has `data.image` and `annotations`, and
/// each annotation has results. Only rectangles are taken. A rectangle has its own label, or the label of a
/// result with the same id.
enum LabelStudioReader {
  private static let keys: Set<String> = [
    "data", "image", "annotations", "result", "id", "type", "value", "x", "y", "width", "height", "rotation",
    "rectanglelabels", "labels", "original_width", "original_height", "was_cancelled",
  ]

  /// Reads the boxes of a file, and adds them to the table.
  static func read(_ feed: ByteFeed, into builder: inout AnnotationTable.Builder) throws(FileFault) {
    // The callback is stored until the end of the read. So it can't hold an inout parameter, but a pointer to it.
    try withUnsafeMutablePointer(to: &builder) { builder throws(FileFault) in
      try JSONRecords.read(feed, at: .elements, keeping: keys) { add($0, to: &builder.pointee) }
    }
  }

  private static func add(_ task: JSONRecord, to builder: inout AnnotationTable.Builder) {
    let place = RecordPlace(task.number)
    guard let image = task.value["data"]?["image"]?.text else {
      return builder.note("'data' has no 'image'", at: place)
    }
    let picture = path(image)
    guard builder.add(picture: picture, size: nil, at: place) != nil else { return }
    let kept = (task.value["annotations"]?.list ?? []).filter { $0["was_cancelled"] != .bool(true) }
    var part = 0
    for results in kept.map({ $0["result"]?.list ?? [] }) {
      let labels = labels(results)
      for result in results {
        part += 1
        guard isRectangle(result) else { continue }
        let id = result["id"]?.name
        builder.add(
          AnnotationRecord(
            place: RecordPlace(task.number, part: part), picture: picture,
            size: PixelSize(result["original_width"], result["original_height"]),
            category: label(result) ?? id.flatMap { labels[$0] }, id: id, box: box(result["value"])))
      }
    }
  }

  private static func isRectangle(_ result: JSONValue) -> Bool {
    result["type"] == .text("rectanglelabels") || result["type"] == .text("rectangle")
  }

  /// The labels of results by id. A rectangle without a label takes the label of the result with its id.
  private static func labels(_ results: [JSONValue]) -> [String: String] {
    var labels: [String: String] = [:]
    for result in results {
      if let id = result["id"]?.name, let label = label(result) { labels[id] = label }
    }
    return labels
  }

  private static func label(_ result: JSONValue) -> String? {
    let value = result["value"]
    return (value?["rectanglelabels"] ?? value?["labels"])?.list?.first?.name
  }

  private static func box(_ value: JSONValue?) -> Result<BoxNumbers, FileFault> {
    if let rotation = value?["rotation"], rotation.double != 0, let degrees = rotation.name {
      return .failure(FileFault("the box is turned by \(degrees) degrees, which no crop can be"))
    }
    var numbers: [Double] = []
    for key in ["x", "y", "width", "height"] {
      guard let entry = value?[key] else {
        return .failure(FileFault("its 'value' has no '\(key)'"))
      }
      guard let number = entry.double, number.isFinite else {
        return .failure(FileFault("'\(key)' of its 'value' is not a number"))
      }
      numbers.append(number)
    }
    return .success(BoxNumbers(numbers[0], numbers[1], numbers[2], numbers[3]))
  }
}
