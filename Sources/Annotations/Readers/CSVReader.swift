import ImageModel
import System

/// Reads CSV with column names in the first row. The box format names the four columns of the box. The
/// picture's column is `image`, `filename`, `file_name` or `path`. Optional columns give the category
/// (`category`, `class` or `label`), the id (`id`) and the picture's size.
struct CSVReader {
  private let image: Int
  private let numbers: [Int]
  private let category: Int?
  private let id: Int?
  private let size: (width: Int, height: Int)?
  private let columns: Int
  /// The number of the line with the column names.
  private let line: Int

  /// Adds the boxes of a file.
  static func read(_ feed: ByteFeed, into builder: inout AnnotationTable.Builder) throws(FileFault) {
    var reader: CSVReader?
    try CSVRows.forEach(feed) { row, line throws(FileFault) in
      if let reader {
        reader.add(row, line, to: &builder)
      } else {
        reader = try CSVReader(header: row, line, builder.boxFormat)
      }
    }
    if reader == nil { throw FileFault("there is no row with the names of columns") }
  }

  private init(header: [[UInt8]], _ line: Int, _ format: BoxFormat) throws(FileFault) {
    self.line = line
    let names = header.map { String(decoding: $0, as: UTF8.self).lowercased() }
    columns = names.count
    func column(_ known: [String]) throws(FileFault) -> Int? {
      guard let name = known.first(where: names.contains) else { return nil }
      if names.count(where: { $0 == name }) > 1 {
        throw FileFault("the column '\(name)' is in line \(line) twice: give one of the two another name")
      }
      return names.firstIndex(of: name)
    }
    func needed(_ known: [String]) throws(FileFault) -> Int {
      if let column = try column(known) { return column }
      let among = known.map { "'\($0)'" }.joined(separator: " or ")
      throw FileFault("there is no column \(among) in line \(line)")
    }
    image = try needed(["image", "filename", "file_name", "path"])
    var numbers: [Int] = []
    for name in format.columns { numbers.append(try needed([name])) }
    self.numbers = numbers
    category = try column(["category", "class", "label"])
    id = try column(["id"])
    // If the box has no columns `width` and `height`, columns with these names hold the picture's size.
    let isFree = !format.columns.contains("width")
    let width = try column(["image_width"] + (isFree ? ["width"] : []))
    let height = try column(["image_height"] + (isFree ? ["height"] : []))
    size = width.flatMap { width in height.map { (width, $0) } }
  }

  private func add(_ row: [[UInt8]], _ line: Int, to builder: inout AnnotationTable.Builder) {
    let place = RecordPlace(line)
    guard row.count == columns else {
      return builder.note("the row has \(row.count) fields, and line \(self.line) \(columns)", at: place)
    }
    let texts = row.map { String(validating: $0, as: UTF8.self) }
    guard let picture = texts[image], !picture.isEmpty else {
      return builder.note("there is no name of a picture in UTF-8", at: place)
    }
    func text(_ column: Int?) -> String? { column.flatMap { texts[$0] }.flatMap { $0.isEmpty ? nil : $0 } }
    let isText = !texts.contains(nil)
    builder.add(
      AnnotationRecord(
        place: place, picture: picture,
        size: size.flatMap { PixelSize(text: text($0.width), text($0.height)) },
        category: text(category), id: text(id),
        box: isText
          ? BoxNumbers.read(numbers.map { texts[$0] ?? "" })
          : .failure(FileFault("the row is not UTF-8"))))
  }
}

extension BoxFormat {
  /// The names of the four columns of a box in this format, in the format's order.
  fileprivate var columns: [String] {
    switch self {
    case .coco, .labelStudio: ["x", "y", "width", "height"]
    case .voc, .voc1, .albumentations: ["xmin", "ymin", "xmax", "ymax"]
    case .yolo: ["cx", "cy", "width", "height"]
    case .openimages: ["xmin", "xmax", "ymin", "ymax"]
    case .tfds: ["ymin", "xmin", "ymax", "xmax"]
    }
  }
}
