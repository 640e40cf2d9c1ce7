import ImageModel
import System

/// Reads CSV with column names in the first row. The box format names the four columns of the box. The
/// picture's column is `image`, `filename`, `file_name` or `path`. Optional columns give the category
/// (`category`, `class` or `label`), the id (`id`) and the picture's size.
struct CSVReader {
  private let header: CSVHeader
  private let image: Int
  private let box: CSVBoxColumns
  private let id: Int?

  /// The names of the column of pictures; the first one counts that the file has.
  static let pictureColumns = ["image", "filename", "file_name", "path"]

  /// Adds the boxes of a file.
  static func read(_ feed: ByteFeed, into builder: inout AnnotationTable.Builder) throws(FileFault) {
    var reader: CSVReader?
    try CSVRows.forEach(feed) { row, line throws(FileFault) in
      if let reader {
        reader.add(row, line, to: &builder)
      } else {
        reader = try CSVReader(CSVHeader(row, line), builder.boxFormat)
      }
    }
    if reader == nil { throw FileFault("there is no row with the names of columns") }
  }

  private init(_ header: CSVHeader, _ format: BoxFormat) throws(FileFault) {
    self.header = header
    image = try header.needed(Self.pictureColumns)
    box = try CSVBoxColumns(header, format)
    id = try header.column(["id"])
  }

  private func add(_ row: [[UInt8]], _ line: Int, to builder: inout AnnotationTable.Builder) {
    let place = RecordPlace(line)
    guard row.count == header.names.count else {
      return builder.note(
        "the row has \(row.count) fields, and line \(header.line) \(header.names.count)", at: place)
    }
    let texts = row.map { String(validating: $0, as: UTF8.self) }
    guard let picture = texts[image], !picture.isEmpty else {
      return builder.note("there is no name of a picture in UTF-8", at: place)
    }
    let id = id.flatMap { texts[$0] }.flatMap { $0.isEmpty ? nil : $0 }
    builder.add(AnnotationRecord(place: place, picture: picture, id: id, box.box(texts)))
  }
}
