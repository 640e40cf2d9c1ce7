import ImageModel
import System

/// The row of a CSV that names the columns. The case of letters in names has no meaning.
struct CSVHeader {
  /// The names as they are written, but without a fault in UTF-8.
  let names: [String]
  /// The number of the row's line.
  let line: Int
  private let keys: [String]

  init(_ row: [[UInt8]], _ line: Int) {
    names = row.map { String(decoding: $0, as: UTF8.self) }
    keys = names.map { $0.lowercased() }
    self.line = line
  }

  /// The index of the column with the first of the `known` names that the row has; nil if it has none. Throws if two
  /// columns have this name.
  func column(_ known: [String]) throws(FileFault) -> Int? {
    for name in known {
      let places = keys.indices.filter { keys[$0].hasSameBytes(as: name.lowercased()) }
      if places.count > 1 {
        throw repeated(name)
      }
      if let place = places.first { return place }
    }
    return nil
  }

  /// The fault of a name that two columns have.
  func repeated(_ name: String) -> FileFault {
    FileFault("line \(line): the column \(name.quoted) is there twice: give one of the two another name")
  }

  /// The index of the column that ``column(_:)`` finds. Throws if there is none.
  func needed(_ known: [String]) throws(FileFault) -> Int {
    if let column = try column(known) { return column }
    throw FileFault("line \(line): there is no column \(known.map(\.quoted).joined(separator: " or "))")
  }

  /// True if the row has a column of each name.
  func hasAll(_ names: [String]) -> Bool {
    names.allSatisfy { name in keys.contains { $0.hasSameBytes(as: name) } }
  }
}

/// The columns of a CSV that hold the facts of a box.
struct CSVBoxColumns {
  /// The four numbers, in the order of the box format.
  private let numbers: [Int]
  private let category: Int?
  /// The size of the picture.
  private let size: (width: Int, height: Int)?

  init(_ header: CSVHeader, _ format: BoxFormat) throws(FileFault) {
    var numbers: [Int] = []
    for name in format.columns { numbers.append(try header.needed([name])) }
    self.numbers = numbers
    category = try header.column(["category", "class", "label"])
    // If the box has no columns `width` and `height`, columns with these names hold the picture's size.
    let isFree = !format.columns.contains("width")
    let width = try header.column(["image_width"] + (isFree ? ["width"] : []))
    let height = try header.column(["image_height"] + (isFree ? ["height"] : []))
    size = width.flatMap { width in height.map { (width, $0) } }
  }

  /// The indices of all these columns.
  var all: [Int] { numbers + [category, size?.width, size?.height].compactMap { $0 } }

  /// The box in a row with these fields. A field that isn't UTF-8 is nil; then the box has a fault.
  func box(_ texts: [String?]) -> ListedBox {
    func text(_ column: Int?) -> String? { column.flatMap { texts[$0] }.flatMap { $0.isEmpty ? nil : $0 } }
    return ListedBox(
      numbers: texts.contains(nil)
        ? .failure(FileFault("the row is not UTF-8")) : BoxNumbers.read(numbers.map { texts[$0] ?? "" }),
      category: text(category), size: size.flatMap { PixelSize(text: text($0.width), text($0.height)) })
  }
}

/// The box in a row of a table: its numbers or a fault, its category, and the size of its picture.
struct ListedBox {
  let numbers: Result<BoxNumbers, FileFault>
  let category: String?
  let size: PixelSize?
}

extension BoxFormat {
  /// The names of the four columns of a box in this format, in the format's order.
  var columns: [String] {
    switch self {
    case .coco, .labelStudio: ["x", "y", "width", "height"]
    case .voc, .voc1, .albumentations: ["xmin", "ymin", "xmax", "ymax"]
    case .yolo: ["cx", "cy", "width", "height"]
    case .openimages: ["xmin", "xmax", "ymin", "ymax"]
    case .tfds: ["ymin", "xmin", "ymax", "xmax"]
    }
  }
}
