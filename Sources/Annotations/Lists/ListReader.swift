import ImageModel
import JSON
import System

/// Reads a list of URLs into a ``ListTable``.
package struct ListReader {
  let use: ListUse
  private let take: (ListedURL) -> Void
  private var table: ListTable
  private var boxes: AnnotationTable.Builder?
  /// The first row of each picture with boxes.
  private var firstRows: [Int32] = []

  /// A row of a list.
  struct Row {
    /// The line on which the row begins, from 1 on.
    var line: Int
    /// The URL as written; nil if it isn't UTF-8.
    var url: String?
    var id: String?
    var sha256: String?
    var split: String?
    /// The row's focus, if the job takes it and the row has one.
    var focus: Anchor?
    /// The row's box, if the job takes boxes.
    var box: ListedBox?
    /// The other columns, if the job keeps them.
    var others: [JSONValue.Member] = []
  }

  /// The table of the list that `feed` delivers. Messages call it `name`. `take` gets the URL of each row, in the order
  /// of the table's rows.
  ///
  /// Throws for a list that doesn't keep to its format, or that the job can't use; the message names the line.
  package static func read(
    _ feed: ByteFeed, _ format: ListFormat, called name: String, for use: ListUse = ListUse(),
    _ take: @escaping (ListedURL) -> Void
  ) throws(FileFault) -> ListTable {
    var reader = ListReader(use, format, take, name)
    switch format {
    case .txt: try reader.readLines(feed)
    case .csv: try reader.readRows(feed)
    case .jsonl: try reader.readObjects(feed)
    }
    reader.table.boxes = reader.boxes?.finish(keeping: use.categories)
    return reader.table
  }

  private init(_ use: ListUse, _ format: ListFormat, _ take: @escaping (ListedURL) -> Void, _ name: String) {
    (self.use, self.take) = (use, take)
    table = ListTable(name, keepsColumns: use.keepsColumns, keepsFocus: use.takesFocus)
    if let annotations = format.annotations, let boxFormat = use.boxes {
      boxes = AnnotationTable.Builder(annotations, boxFormat: boxFormat)
      boxes?.begin(name)
    }
  }

  private mutating func readLines(_ feed: ByteFeed) throws(FileFault) {
    try feed.forEachLine { line, number throws(FileFault) in
      let line = line.trimmed
      if line.isEmpty || line.first == UInt8(ascii: "#") { return }
      try add(Row(line: number, url: line.text))
    }
  }

  private mutating func readRows(_ feed: ByteFeed) throws(FileFault) {
    var columns: ListColumns?
    try CSVRows.forEach(feed) { row, line throws(FileFault) in
      if let columns { return try add(columns.row(row, line)) }
      columns = try ListColumns(CSVHeader(row, line), use)
    }
  }

  private mutating func readObjects(_ feed: ByteFeed) throws(FileFault) {
    let objects = ListObjects(use)
    try feed.forEachLine { line, number throws(FileFault) in
      if !line.trimmed.isEmpty { try add(objects.row(line, number)) }
    }
  }
}

extension ListReader {
  private mutating func add(_ row: Row) throws(FileFault) {
    let line = row.line
    // In a list with boxes, an id is that of a box, and may have any characters.
    if boxes == nil, let id = row.id, id.utf8.contains(UInt8(ascii: "/")) || id.utf8.contains(0) {
      throw FileFault("line \(line): the id \(id.quoted) has a '/' or a NUL character")
    }
    let sum = row.sha256.flatMap { Checksum(hexadecimal: $0.lowercased()) }
    if let sha256 = row.sha256, sum == nil {
      throw FileFault("line \(line): \(sha256.quoted) is no SHA-256, which has 64 hexadecimal digits")
    }
    guard let text = row.url else { return table.note("the URL is not UTF-8", line: line) }
    if text.isEmpty { return table.note("there is no URL", line: line) }
    guard let address = address(text, line) else { return }
    let split = try use.split(row.split, line: line)
    let picture = picture(row, address)
    let isRepeated = picture.map { $0 < firstRows.count } ?? false
    if let picture {
      if isRepeated {
        try check(line, address, sum, split, against: Int(firstRows[picture]))
      } else {
        firstRows.append(Int32(clamping: table.count))
      }
    }
    table.add(
      address, line: line, id: picture == nil ? row.id : nil, sum: sum, split: split, focus: row.focus,
      others: row.others)
    take(ListedURL(address: address, row: table.count - 1, picture: picture, isRepeated: isRepeated))
  }

  /// The URL of a row. Notes a text that is no URL which can be fetched, and returns nil.
  private mutating func address(_ text: String, _ line: Int) -> WebAddress? {
    do throws(WebAddressFault) {
      let address = if let base = use.base { try base.resolving(text) } else { try WebAddress(text) }
      if address.scheme != .s3 || address.endsWithName { return address }
      table.note("\(address.shown.quoted) names no picture in its bucket", line: line)
    } catch {
      let advice = use.base == nil && !text.contains("://") ? "; 'base' is for relative URLs" : ""
      table.note(
        "\(WebAddress.shown(text).quoted) is no URL that can be fetched: \(error.message)\(advice)",
        line: line)
    }
    return nil
  }

  /// Adds the box of a row. Returns the index of its picture; nil if the job takes no boxes.
  private mutating func picture(_ row: Row, _ address: WebAddress) -> Int? {
    guard let box = row.box else { return nil }
    return boxes?.add(
      onURL: AnnotationRecord(place: RecordPlace(row.line), picture: address.shown, id: row.id, box))
  }

  /// Throws if a row of a picture contradicts the picture's first row.
  private func check(
    _ line: Int, _ address: WebAddress, _ sum: Checksum?, _ split: Int?, against first: Int
  ) throws(FileFault) {
    let name = address.shown.quoted
    if address.hasSecrets != table.hasSecrets(first) {
      throw FileFault(
        "line \(line): \(name) differs from another URL of the job only in secret parameters: write two jobs"
      )
    }
    let column =
      if sum != table.sum(of: first) { ListUse.sha256 } else if split != table.split(of: first) {
        ListUse.split
      } else { "" }
    if column.isEmpty { return }
    throw FileFault(
      "line \(line): \(name) has another '\(column)' in line \(table.line(of: first)): all rows of a picture need the same"
    )
  }
}
