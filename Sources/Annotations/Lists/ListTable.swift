import ImageModel
import JSON
import System

/// The rows of a list of URLs, without the URLs: these are the names of the sources. Or the rows of Parquet files,
/// without the pictures.
package struct ListTable: Sendable {
  /// A line that names no URL that can be fetched.
  package struct Trouble: Hashable, Sendable {
    /// The line, from 1 on.
    package let line: Int
    /// The message, without a full stop.
    package let message: String
  }

  /// A row that names a URL. A list may have millions of rows, so a row takes no memory of its own.
  private struct Row {
    let line: Int32
    /// The bytes of the id; 0 if the row has none.
    let idBytes: Int32
    /// The place in ``ListTable/ids`` at which the id begins.
    let idStart: Int
    /// The index of the row's hash in ``ListTable/sums``; negative for none.
    let sum: Int32
    /// The index of the row's split among those of the job; negative for none.
    let split: Int32
    /// True if the row's URL has parameters that are secrets.
    let hasSecrets: Bool
  }

  /// The list's name, as messages print it.
  package let name: String
  /// The rows with URLs, in the order of the list.
  private var rows: [Row] = []
  private var ids: [UInt8] = []
  private var sums: [Checksum] = []
  /// The first object of each bucket that the list names, for up to 64 buckets.
  package private(set) var objects: [WebAddress] = []
  /// The other lines, in the order of the list.
  package private(set) var troubles: [Trouble] = []
  /// The boxes of the rows, if the job takes boxes. Their pictures have the names of the sources.
  package internal(set) var boxes: AnnotationTable?
  /// The other columns of each row, if the job keeps them.
  package private(set) var columns: FieldRows?

  /// The focus of each row, if the job takes it.
  private var focuses: [Anchor?]?

  private static let mostBuckets = 64

  /// An empty list. Messages call it `name`.
  package init(_ name: String, keepsColumns: Bool, keepsFocus: Bool = false) {
    self.name = name
    focuses = keepsFocus ? [] : nil
    columns = keepsColumns ? FieldRows() : nil
  }

  /// The number of rows with URLs.
  package var count: Int { rows.count }

  /// The line on which a row begins, from 1 on.
  package func line(of row: Int) -> Int { Int(rows[row].line) }

  /// The row that begins on a line; nil if the line has none.
  package func row(onLine line: Int) -> Int? {
    let place = rows.indices.firstPlace { rows[$0].line >= line }
    return rows.indices.contains(place) && rows[place].line == line ? place : nil
  }

  /// The id that the list gives to a row; nil if it gives none, or if rows are boxes.
  package func id(of row: Int) -> String? {
    let row = rows[row]
    if row.idBytes == 0 { return nil }
    return String(decoding: ids[row.idStart..<(row.idStart + Int(row.idBytes))], as: UTF8.self)
  }

  /// The SHA-256 that the picture of a row must have; nil if the list gives none.
  package func sum(of row: Int) -> Checksum? { rows[row].sum < 0 ? nil : sums[Int(rows[row].sum)] }

  /// The index of the split that the list gives to a row, among the splits of the job; nil if it gives none.
  package func split(of row: Int) -> Int? { rows[row].split < 0 ? nil : Int(rows[row].split) }

  /// The point of a row on which its picture's crop is centred; nil if the list gives none, or if the job takes none.
  package func focus(of row: Int) -> Anchor? { focuses.flatMap { $0[row] } }

  /// True if the URL of a row has parameters that are secrets.
  package func hasSecrets(_ row: Int) -> Bool { rows[row].hasSecrets }

  /// Adds a row.
  mutating func add(
    _ address: WebAddress, line: Int, id: String?, sum: Checksum?, split: Int?, focus: Anchor?,
    others: [JSONValue.Member]
  ) {
    focuses?.append(focus)
    append(line, id, sum: sum, split: split, hasSecrets: address.hasSecrets, others)
    if address.scheme == .s3, objects.last?.host != address.host, objects.count < Self.mostBuckets,
      !objects.contains(where: { $0.host == address.host })
    {
      objects.append(address)
    }
  }

  /// Adds a row of a Parquet file, which has the number `line` in it.
  package mutating func add(row line: Int, id: String?, others: [JSONValue.Member]) {
    append(line, id, sum: nil, split: nil, hasSecrets: false, others)
  }

  private mutating func append(
    _ line: Int, _ id: String?, sum: Checksum?, split: Int?, hasSecrets: Bool, _ others: [JSONValue.Member]
  ) {
    let id = id ?? ""
    rows.append(
      Row(
        line: Int32(clamping: line), idBytes: Int32(clamping: id.utf8.count), idStart: ids.count,
        sum: sum == nil ? -1 : Int32(clamping: sums.count),
        split: split.map { Int32(clamping: $0) } ?? -1, hasSecrets: hasSecrets))
    ids += id.utf8
    if let sum { sums.append(sum) }
    columns?.add(others)
  }

  /// Notes a line that names no URL.
  mutating func note(_ message: String, line: Int) {
    troubles.append(Trouble(line: line, message: message))
  }
}
