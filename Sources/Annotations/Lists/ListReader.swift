import ImageModel
import JSON
import System

/// Reads a list of URLs into a ``ListTable``.
package struct ListReader {
  private let column: String
  private let base: WebAddress?
  private let take: (WebAddress) -> Void
  private var table: ListTable

  private static let id = "id"
  private static let sha256 = "sha256"

  /// The table of the list that `feed` delivers. Messages call it `name`. `column` is the column of a CSV, or the key
  /// of JSON Lines, with the URLs. `base` is the URL from which relative ones start. `take` gets the URL of each row,
  /// in the order of the table's rows.
  ///
  /// Throws for a list that doesn't keep to its format; the message names the line.
  package static func read(
    _ feed: ByteFeed, _ format: ListFormat, called name: String, column: String, base: WebAddress?,
    _ take: @escaping (WebAddress) -> Void
  ) throws(FileFault) -> ListTable {
    var reader = ListReader(column: column, base: base, take: take, table: ListTable(name))
    switch format {
    case .txt: try reader.readLines(feed)
    case .csv: try reader.readRows(feed)
    case .jsonl: try reader.readObjects(feed)
    }
    return reader.table
  }

  private mutating func readLines(_ feed: ByteFeed) throws(FileFault) {
    try feed.forEachLine { line, number throws(FileFault) in
      let line = line.trimmed
      if line.isEmpty || line.first == UInt8(ascii: "#") { return }
      try add(line.text, id: nil, sha256: nil, line: number)
    }
  }

  private mutating func readRows(_ feed: ByteFeed) throws(FileFault) {
    var columns: Columns?
    try CSVRows.forEach(feed) { row, line throws(FileFault) in
      guard let columns else {
        columns = try Columns(row, line, url: column)
        return
      }
      guard row.count == columns.count else {
        throw FileFault(
          "line \(line): the row has \(row.count) field\(row.count == 1 ? "" : "s"), and line \(columns.line) has \(columns.count)"
        )
      }
      func text(_ column: Int?) throws(FileFault) -> String? {
        guard let column, !row[column].isEmpty else { return nil }
        guard let text = row[column][...].text else { throw FileFault("line \(line): a field is not UTF-8") }
        return text
      }
      try add(
        row[columns.url][...].text, id: try text(columns.id), sha256: try text(columns.sha256), line: line)
    }
  }

  private mutating func readObjects(_ feed: ByteFeed) throws(FileFault) {
    try feed.forEachLine { line, number throws(FileFault) in
      if line.trimmed.isEmpty { return }
      let value: JSONValue
      do throws(FileFault) {
        value = try JSONValue(line: line, keeping: [column, Self.id, Self.sha256])
      } catch {
        throw FileFault("line \(number): \(error.message)")
      }
      func name(_ key: String) throws(FileFault) -> String? {
        guard let value = value[key] else { return nil }
        guard let name = value.name else { throw FileFault("line \(number): '\(key)' is no text") }
        return name.isEmpty ? nil : name
      }
      try add(
        value[column]?.text ?? "", id: try name(Self.id), sha256: try name(Self.sha256), line: number)
    }
  }

  /// Adds a row. `text` is nil if it isn't UTF-8.
  private mutating func add(_ text: String?, id: String?, sha256: String?, line: Int) throws(FileFault) {
    if let id, id.utf8.contains(UInt8(ascii: "/")) || id.utf8.contains(0) {
      throw FileFault("line \(line): the id \(id.quoted) has a '/' or a NUL character")
    }
    let sum = sha256.flatMap { Checksum(hexadecimal: $0.lowercased()) }
    if let sha256, sum == nil {
      throw FileFault("line \(line): \(sha256.quoted) is no SHA-256, which has 64 hexadecimal digits")
    }
    guard let text else { return table.note("the URL is not UTF-8", line: line) }
    if text.isEmpty { return table.note("there is no URL", line: line) }
    do throws(WebAddressFault) {
      let address = if let base { try base.resolving(text) } else { try WebAddress(text) }
      if address.scheme == .s3, !address.endsWithName {
        return table.note("\(address.shown.quoted) names no picture in its bucket", line: line)
      }
      table.add(address, line: line, id: id, sum: sum)
      take(address)
    } catch {
      let advice = base == nil && !text.contains("://") ? "; 'base' is for relative URLs" : ""
      table.note(
        "\(WebAddress.shown(text).quoted) is no URL that can be fetched: \(error.message)\(advice)",
        line: line)
    }
  }

  /// The columns of a CSV.
  private struct Columns {
    let url: Int
    let id: Int?
    let sha256: Int?
    let count: Int
    /// The line with their names.
    let line: Int

    /// Finds the columns in a row of names; the case of ASCII letters has no meaning.
    init(_ row: [[UInt8]], _ line: Int, url: String) throws(FileFault) {
      let names = row.map { String(decoding: $0, as: UTF8.self).lowercased() }
      func column(_ name: String) throws(FileFault) -> Int? {
        let places = names.indices.filter { names[$0].hasSameBytes(as: name) }
        if places.count > 1 {
          throw FileFault(
            "line \(line): the column \(name.quoted) is there twice: give one of the two another name")
        }
        return places.first
      }
      guard let place = try column(url.lowercased()) else {
        throw FileFault("line \(line): there is no column \(url.quoted)")
      }
      self.url = place
      id = try column(ListReader.id)
      sha256 = try column(ListReader.sha256)
      count = names.count
      self.line = line
    }
  }
}
