/// Rows of JSON fields: each row is an object without its braces. A list may have millions of rows, so all rows share one
/// buffer.
package struct FieldRows: Sendable {
  private var bytes: [UInt8] = []
  /// The place in ``bytes`` behind each row.
  private var ends: [Int] = []

  package init() {}

  /// The number of rows.
  package var count: Int { ends.count }

  /// The fields of a row: `"a":1,"b":"c"`. Empty if the row has none.
  package subscript(row: Int) -> ArraySlice<UInt8> {
    bytes[(row == 0 ? 0 : ends[row - 1])..<ends[row]]
  }

  /// Adds a row with the fields that another row had.
  package mutating func add(_ fields: ArraySlice<UInt8>) {
    bytes += fields
    ends.append(bytes.count)
  }

  /// Adds a row with these fields.
  package mutating func add(_ members: [JSONValue.Member]) {
    var json = JSONWriter()
    for member in members { json.field(member.key, member.value) }
    // Only numbers of Swift can fail, and a JSON value has none.
    add(((try? json.take()) ?? [])[...])
  }
}
