import ImageModel

/// Reads a JSON export of Label Studio: a list of tasks with `data.image` and `annotations`, each of which has results.
/// Those with a rectangle are taken.
enum LabelStudioReader {
  private static let keys: Set<String> = [
    "data", "image", "annotations", "result", "id", "type", "value", "x", "y", "width", "height", "rotation",
    "rectanglelabels", "labels", "original_width", "original_height", "was_cancelled",
  ]

  /// Adds the boxes of a file.
  static func read(_ feed: ByteFeed, into builder: inout AnnotationTable.Builder) throws(FileFault) {
    try JSONRecords.read(feed, at: .elements, keeping: keys) { add($0, to: &builder) }
  }

  private static func add(_ task: JSONRecord, to builder: inout AnnotationTable.Builder) {
    let place = RecordPlace(task.number)
    guard let image = task.value["data"]?["image"]?.text else {
      return builder.note("'data' has no 'image'", at: place)
    }
    let picture = path(image)
    builder.add(picture: picture, size: nil, at: place)
    let kept = (task.value["annotations"]?.list ?? []).filter { $0["was_cancelled"] != .bool(true) }
    for (index, result) in kept.flatMap({ $0["result"]?.list ?? [] }).enumerated() {
      guard let value = result["value"], value["x"] != nil, value["width"] != nil else { continue }
      builder.add(
        AnnotationRecord(
          place: RecordPlace(task.number, part: index + 1), picture: picture,
          size: PixelSize(result["original_width"], result["original_height"]),
          category: (value["rectanglelabels"] ?? value["labels"])?.list?.first?.name, id: result["id"]?.name,
          box: box(value)))
    }
  }

  private static func box(_ value: JSONValue) -> Result<BoxNumbers, RecordFault> {
    if let rotation = value["rotation"]?.double, rotation != 0 {
      return .failure(RecordFault("the box is turned by \(rotation) degrees, which no crop can be"))
    }
    let numbers = ["x", "y", "width", "height"].map { value[$0] ?? .null }
    return BoxNumbers.read(.list(numbers), called: "value")
  }

  /// The path of a picture below the folder of pictures: of a web address the last name, of a local file that of its `d`.
  private static func path(_ image: String) -> String {
    let local = "/data/local-files/?d="
    if image.hasPrefix(local) { return String(image.dropFirst(local.count)) }
    let isAddress = image.hasPrefix("/data/") || image.contains("://")
    return isAddress ? String(image.split(separator: "/").last ?? "") : image
  }
}
